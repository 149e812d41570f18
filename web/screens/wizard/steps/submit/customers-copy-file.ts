import type { Agreement, Block } from '#domain/agreement/agreement.ts'

/** Returns the agreement as one HTML file that needs nothing else: the same words, for any device. */
export function copyAsHtml(
  { sections }: Pick<Agreement, 'sections'>,
  { address, reference }: { address: string; reference: string },
): string {
  const body = sections.map(({ title, blocks }) => `<h2>${escaped(title)}</h2>${blocks.map(htmlOf).join('')}`)
  return `<!doctype html>
<html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(reference)}</title>
<style>body{font:16px/1.5 sans-serif;max-width:40em;margin:1em auto;padding:0 1em;overflow-wrap:anywhere}dt{font-weight:600}dd{margin:0 0 .5em}</style>
<h1>Order ${escaped(reference)}</h1>
<p>This is the agreement as it was signed. The sealed copy: ${escaped(address)}</p>
${body.join('\n')}
</html>
`
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${escaped(block.text)}</h3>`
    case 'paragraph':
      return `<p>${escaped(block.text)}</p>`
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`
    case 'facts':
      return `<dl>${block.rows.map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
