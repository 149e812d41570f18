import type { Agreement } from '#domain/agreement/agreement.ts'
import { blockAsHtml, escapeHtml } from '#domain/agreement/block-as-html.ts'

/** Returns the agreement as one self-contained HTML file: the same words, for any device. */
export function copyAsHtml(
  { sections }: Pick<Agreement, 'sections'>,
  { address, reference }: { address: string; reference: string },
): string {
  const body = sections.map(
    ({ title, blocks }) => `<h2>${escapeHtml(title)}</h2>${blocks.map(blockAsHtml).join('')}`,
  )
  return `<!doctype html>
<html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(reference)}</title>
<style>body{font:16px/1.5 sans-serif;max-width:40em;margin:1em auto;padding:0 1em;overflow-wrap:anywhere}dt{font-weight:600}dd{margin:0 0 .5em}</style>
<h1>Order ${escapeHtml(reference)}</h1>
<p>This is the agreement as it was signed. The sealed copy: ${escapeHtml(address)}</p>
${body.join('\n')}
</html>
`
}
