import type { Block } from '#domain/agreement/agreement.ts'
import { blockAsHtml, escapeHtml } from '#domain/agreement/block-as-html.ts'
import { blockAsText } from '#domain/agreement/block-as-text.ts'
import type { MailMessage } from './port.ts'

/** Returns the same words as plain text and as HTML that has no pictures and loads nothing. */
export function mailBody(title: string, blocks: readonly Block[]): Pick<MailMessage, 'text' | 'html'> {
  return {
    text: `${blocks.map(blockAsText).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en-GB"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
${blocks.map(blockAsHtml).join('\n')}
</html>
`,
  }
}
