import { buffer } from 'node:stream/consumers'
import type { Block } from '#domain/agreement/agreement.ts'
import { drawLineToFill, writeBlocks, writeHeading, writeParagraph } from './blocks.ts'
import { type Fact, writeFacts } from './facts.ts'
import { writeFigure } from './figure.ts'
import { writeFooters } from './footers.ts'
import { toRuns } from './glyphs.ts'
import { Pages, type Style } from './pages.ts'

const FOOTNOTE = 'A number such as [U+738B] is that of a character which the fonts of this document lack.'
const ATTACHED = ' The exact text is attached as agreement.json.'

export type PageWriter = {
  heading(text: string, level: 1 | 2): void
  paragraph(text: string, style?: Style): void
  blocks(blocks: readonly Block[]): void
  /** Writes blocks as a form to fill in by hand, with a rule to write on below each item of a list. */
  form(blocks: readonly Block[]): void
  facts(facts: readonly Fact[]): void
  /** Writes a picture. If the library cannot read it, writes nothing and returns false. */
  picture(bytes: Buffer, alt: string): boolean
  attach(name: string, text: string, description: string): void
  newPage(): void
  /** Writes the footers and returns the file. */
  finish(footer: readonly string[]): Promise<Buffer>
}

/** Starts a tagged A4 document. `at` is the time in its properties; it reads no other clock. */
export function startPages(title: string, author: string, at: Date): PageWriter {
  const pages = new Pages({ title, author, at })
  const { doc } = pages
  let isAttached = false
  return {
    heading: (text, level) => writeHeading(pages, text, level),
    paragraph: (text, style) => writeParagraph(pages, text, style),
    blocks: (blocks) => writeBlocks(pages, blocks),
    form: (blocks) => writeBlocks(pages, blocks, () => drawLineToFill(pages)),
    facts: (facts) => writeFacts(pages, facts),
    picture: (bytes, alt) => writeFigure(pages, bytes, alt),
    attach(name, text, description) {
      isAttached = true
      const dates = { creationDate: at, modifiedDate: at }
      doc.file(Buffer.from(text), { name, type: 'application/json', description, hidden: false, ...dates })
    },
    newPage: () => void doc.addPage(),
    async finish(footer) {
      const line = toRuns(footer.join('  ·  '), 'regular')
      if (!pages.isExact || !line.isExact)
        writeParagraph(pages, FOOTNOTE + (isAttached ? ATTACHED : ''), { size: 8 })
      pages.root.end()
      writeFooters(pages, line.runs)
      const file = buffer(doc)
      doc.end()
      return file
    },
  }
}
