import PDFDocument from 'pdfkit'
import { FONTS, toRuns } from './glyphs.ts'

/** In points, like every length here. */
export const MARGIN = 44
/** The contract summary must be legible: at least 10 points (Regulation 2019/2243). */
export const SIZE = 10

type Properties = Readonly<{ title: string; author: string; at: Date }>

export type Style = {
  face?: 'regular' | 'bold'
  size?: number
  color?: string
  indent?: number
  gap?: number
}

/** The pages of a tagged A4 document. Each text begins below the previous one. */
export class Pages {
  readonly doc: PDFKit.PDFDocument
  /** The structure that a screen reader follows. It contains every text in order. */
  readonly root: PDFKit.PDFStructureElement
  /** The width between the margins. */
  readonly width: number
  /** Whether every character so far was written exactly. */
  isExact = true

  constructor({ title, author, at }: Properties) {
    this.doc = new PDFDocument({
      size: 'A4',
      margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 14 },
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-GB',
      displayTitle: true,
      bufferPages: true,
      info: { Title: title, Author: author, CreationDate: at, ModDate: at },
    })
    for (const [face, font] of Object.entries(FONTS)) this.doc.registerFont(face, font as never)
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
    this.width = this.doc.page.width - 2 * MARGIN
  }

  /** Adds what `work` writes to the structure, under a tag such as `P`. */
  mark(tag: string, work: () => void): void {
    this.root.add(this.doc.struct(tag, {}, work))
  }

  /** Writes text that is already marked. */
  write(
    text: string,
    { face = 'regular', size = SIZE, color = '#1a1a1a', indent = 0 }: Style,
    width = this.width,
  ): void {
    const { doc } = this
    const { runs, isExact } = toRuns(text, face)
    if (!isExact) this.isExact = false
    doc.fontSize(size).fillColor(color)
    runs.forEach((run, index) => {
      const options = { width: width - indent, continued: index < runs.length - 1, lineGap: 1 }
      const font = doc.font(run.face)
      if (index === 0) font.text(run.text, doc.x + indent, doc.y, options)
      else font.text(run.text, options)
    })
    doc.x -= indent
  }

  /** Starts a new page if fewer points than these remain above the edge of the paper. */
  keepTogether(points: number): void {
    if (this.doc.y > this.doc.page.height - points) this.doc.addPage()
  }
}
