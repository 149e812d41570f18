import type { Run } from './glyphs.ts'
import { MARGIN, type Pages } from './pages.ts'

/** Writes the line and the number of the page below every page. */
export function writeFooters({ doc, width }: Pages, line: readonly Run[]): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.fontSize(7).fillColor('#555555')
    doc.x = MARGIN
    doc.y = doc.page.height - MARGIN
    for (const { face, text } of line) doc.font(face).text(text, { width, continued: true })
    doc.font('regular').text(`  ·  Page ${page + 1} of ${count}`, { width })
    doc.endMarkedContent()
  }
}
