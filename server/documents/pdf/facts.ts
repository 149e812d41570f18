import { MARGIN, type Pages, SIZE } from './pages.ts'

const LABEL_WIDTH = 150
const LABEL_TEXT_WIDTH = LABEL_WIDTH - 10

/** A label and its value. */
export type Fact = readonly [string, string]

/** Writes labels on the left and their values beside them. If a row does not fit, it starts a new page. */
export function writeFacts(pages: Pages, facts: readonly Fact[]): void {
  const { doc } = pages
  for (const fact of facts) {
    const height = heightOf(pages, fact)
    if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage()
    writeFact(pages, fact)
  }
  doc.moveDown(0.3)
}

function heightOf({ doc, width }: Pages, [label, value]: Fact): number {
  return Math.max(
    doc
      .font('regular')
      .fontSize(SIZE)
      .heightOfString(value, { width: width - LABEL_WIDTH, lineGap: 1 }),
    doc.font('bold').heightOfString(label, { width: LABEL_TEXT_WIDTH, lineGap: 1 }),
  )
}

function writeFact(pages: Pages, [label, value]: Fact): void {
  const { doc, width } = pages
  const top = doc.y
  pages.mark('P', () => pages.write(label, { face: 'bold' }, LABEL_TEXT_WIDTH))
  const below = doc.y
  doc.x = MARGIN + LABEL_WIDTH
  doc.y = top
  pages.mark('P', () => pages.write(value, {}, width - LABEL_WIDTH))
  doc.x = MARGIN
  doc.y = Math.max(below, doc.y) + 3
}
