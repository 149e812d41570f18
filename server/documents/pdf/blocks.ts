import type { Block } from '#domain/agreement/agreement.ts'
import { writeFacts } from './facts.ts'
import { MARGIN, type Pages, type Style } from './pages.ts'

/** Writes the blocks of an agreement. `afterItem` may add something below each item of a list. */
export function writeBlocks(pages: Pages, blocks: readonly Block[], afterItem?: () => void): void {
  for (const block of blocks)
    if (block.kind === 'heading') writeHeading(pages, block.text, 2)
    else if (block.kind === 'paragraph') writeParagraph(pages, block.text)
    else if (block.kind === 'list') writeList(pages, block.items, afterItem)
    else writeFacts(pages, block.rows)
}

/** Writes a heading, on the next page if there is too little room for text below it. */
export function writeHeading(pages: Pages, text: string, level: 1 | 2): void {
  pages.keepTogether(90)
  pages.mark(`H${level}`, () => pages.write(text, { face: 'bold', size: level === 1 ? 16 : 11.5 }))
  pages.doc.moveDown(0.4)
}

/** Writes a paragraph. The `gap` below it is a number of lines. */
export function writeParagraph(pages: Pages, text: string, style: Style = {}): void {
  pages.mark('P', () => pages.write(text, style))
  pages.doc.moveDown(style.gap ?? 0.5)
}

function writeList(pages: Pages, items: readonly string[], afterItem = () => {}): void {
  const { doc, root } = pages
  const group = doc.struct('L')
  root.add(group)
  for (const item of items) {
    const writeItem = () => {
      pages.write(`•  ${item}`, { indent: 8 })
      doc.moveDown(0.2)
    }
    group.add(doc.struct('LI', {}, [doc.struct('LBody', {}, writeItem)]))
    afterItem()
  }
  group.end()
  doc.moveDown(0.4)
}

/** Draws a rule to write on by hand, with room above it. */
export function drawLineToFill({ doc, width }: Pages): void {
  doc.y += 22
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + width, doc.y)
    .lineWidth(0.5)
    .stroke('#555555')
  doc.endMarkedContent()
  doc.y += 6
}
