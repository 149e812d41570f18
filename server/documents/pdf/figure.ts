import type { Pages } from './pages.ts'

/**
 * Writes a picture with its description for screen readers. If the library cannot read the picture, writes nothing and
 * returns false.
 */
export function writeFigure(pages: Pages, bytes: Buffer, alt: string): boolean {
  const { doc, root } = pages
  const image = findImage(doc, bytes)
  if (image === undefined) return false
  pages.keepTogether(220)
  root.add(doc.struct('Figure', { alt }, () => void doc.image(image, { fit: [220, 110] })))
  doc.moveDown(0.5)
  return true
}

function findImage(doc: PDFKit.PDFDocument, bytes: Buffer): Buffer | undefined {
  try {
    // The library's types lack this method. It throws where `image` would.
    return (doc as unknown as { openImage(source: Buffer): Buffer }).openImage(bytes)
  } catch {
    return undefined
  }
}
