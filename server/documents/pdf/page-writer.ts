import PDFDocument from 'pdfkit'
import type { Block } from '#domain/agreement/agreement.ts'
import { FONTS, toRuns } from './glyphs.ts'

const MARGIN = 44
/** The contract summary must be legible: at least 10 points (Regulation 2019/2243). */
const SIZE = 10
const LABEL_WIDTH = 150
const FOOTNOTE = 'A number such as [U+738B] is that of a character which the fonts of this document lack.'
const ATTACHED = ' The exact text is attached as agreement.json.'

type Style = { face?: 'regular' | 'bold'; size?: number; color?: string; indent?: number; gap?: number }

export type PageWriter = {
  heading(text: string, level: 1 | 2): void
  paragraph(text: string, style?: Style): void
  blocks(blocks: readonly Block[]): void
  /** Writes blocks as a form to fill in by hand: below each item of a list is a line to write on. */
  form(blocks: readonly Block[]): void
  facts(rows: readonly (readonly [string, string])[]): void
  /** Returns false, and writes nothing, if the library cannot read it. */
  picture(bytes: Buffer, alt: string): boolean
  attach(name: string, text: string, description: string): void
  newPage(): void
  /** Writes the footers and returns the file. */
  finish(footer: readonly string[]): Promise<Buffer>
}

/** Starts a tagged A4 document. `at` is the time in its properties; no other clock is read. */
export function startPages(title: string, author: string, at: Date): PageWriter {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 14 },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  for (const [face, font] of Object.entries(FONTS)) doc.registerFont(face, font as never)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const root = doc.struct('Document')
  doc.addStructure(root)
  const width = doc.page.width - 2 * MARGIN
  let isInexact = false
  let isAttached = false

  function write(
    text: string,
    { face = 'regular', size = SIZE, color = '#1a1a1a', indent = 0 }: Style,
    w = width,
  ) {
    const { runs, isExact } = toRuns(text, face)
    if (!isExact) isInexact = true
    doc.fontSize(size).fillColor(color)
    runs.forEach((run, index) => {
      const options = { width: w - indent, continued: index < runs.length - 1, lineGap: 1 }
      const font = doc.font(run.face)
      if (index === 0) font.text(run.text, doc.x + indent, doc.y, options)
      else font.text(run.text, options)
    })
    doc.x -= indent
  }

  function readImage(bytes: Buffer): Buffer | undefined {
    try {
      // Its types lack this method, which throws where `image` would.
      return (doc as unknown as { openImage(source: Buffer): Buffer }).openImage(bytes)
    } catch {
      return undefined
    }
  }

  const mark = (tag: string, work: () => void) => root.add(doc.struct(tag, {}, work))

  function paragraph(text: string, style: Style = {}) {
    mark('P', () => write(text, style))
    doc.moveDown(style.gap ?? 0.5)
  }

  function heading(text: string, level: 1 | 2) {
    if (doc.y > doc.page.height - 90) doc.addPage()
    mark(`H${level}`, () => write(text, { face: 'bold', size: level === 1 ? 16 : 11.5 }))
    doc.moveDown(0.4)
  }

  /** Draws a line to write on, with room for handwriting. */
  function lineToFill() {
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

  function list(items: readonly string[], afterItem = () => {}) {
    const group = doc.struct('L')
    root.add(group)
    for (const item of items) {
      group.add(
        doc.struct('LI', {}, [
          doc.struct('LBody', {}, () => {
            write(`•  ${item}`, { indent: 8 })
            doc.moveDown(0.2)
          }),
        ]),
      )
      afterItem()
    }
    group.end()
    doc.moveDown(0.4)
  }

  function facts(rows: readonly (readonly [string, string])[]) {
    for (const [label, value] of rows) {
      const height = Math.max(
        doc
          .font('regular')
          .fontSize(SIZE)
          .heightOfString(value, { width: width - LABEL_WIDTH, lineGap: 1 }),
        doc.font('bold').heightOfString(label, { width: LABEL_WIDTH - 10, lineGap: 1 }),
      )
      if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage()
      const top = doc.y
      mark('P', () => write(label, { face: 'bold' }, LABEL_WIDTH - 10))
      const below = doc.y
      doc.x = MARGIN + LABEL_WIDTH
      doc.y = top
      mark('P', () => write(value, {}, width - LABEL_WIDTH))
      doc.x = MARGIN
      doc.y = Math.max(below, doc.y) + 3
    }
    doc.moveDown(0.3)
  }

  function writeBlocks(blocks: readonly Block[], afterItem?: () => void) {
    for (const block of blocks)
      if (block.kind === 'heading') heading(block.text, 2)
      else if (block.kind === 'paragraph') paragraph(block.text)
      else if (block.kind === 'list') list(block.items, afterItem)
      else facts(block.rows)
  }

  return {
    heading,
    paragraph,
    facts,
    blocks: (blocks) => writeBlocks(blocks),
    form: (blocks) => writeBlocks(blocks, lineToFill),
    picture(bytes, alt) {
      const image = readImage(bytes)
      if (image === undefined) return false
      if (doc.y > doc.page.height - 220) doc.addPage()
      root.add(doc.struct('Figure', { alt }, () => void doc.image(image, { fit: [220, 110] })))
      doc.moveDown(0.5)
      return true
    },
    attach(name, text, description) {
      isAttached = true
      const dates = { creationDate: at, modifiedDate: at }
      doc.file(Buffer.from(text), { name, type: 'application/json', description, hidden: false, ...dates })
    },
    newPage: () => void doc.addPage(),
    async finish(footer) {
      const line = toRuns(footer.join('  ·  '), 'regular')
      if (isInexact || !line.isExact) paragraph(FOOTNOTE + (isAttached ? ATTACHED : ''), { size: 8 })
      root.end()
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page)
        doc.page.margins.bottom = 0
        doc.markContent('Artifact', { type: 'Pagination' })
        doc.fontSize(7).fillColor('#555555')
        doc.x = MARGIN
        doc.y = doc.page.height - MARGIN
        for (const { face, text } of line.runs) doc.font(face).text(text, { width, continued: true })
        doc.font('regular').text(`  ·  Page ${page + 1} of ${count}`, { width })
        doc.endMarkedContent()
      }
      const ended = new Promise((resolve) => doc.once('end', resolve))
      doc.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}
