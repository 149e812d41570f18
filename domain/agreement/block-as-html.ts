import type { Block } from './agreement.ts'

/** Returns a piece of a document as HTML without styles. */
export function blockAsHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${escapeHtml(block.text)}</h3>`
    case 'paragraph':
      return `<p>${escapeHtml(block.text)}</p>`
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`
    case 'facts':
      return `<dl>${block.rows.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
