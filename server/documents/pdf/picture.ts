import { inflateSync } from 'node:zlib'

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/=]+)$/
const PNG_BEGINS = Buffer.from('89504e470d0a1a0a', 'hex')
/** Far larger than any signature. */
const MAX_PIXELS = 4_000_000
/** The number of channels by the colour type of a PNG, without palettes. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

/**
 * Returns the bytes of the picture in a data URL. Undefined unless it is a JPEG, or a complete PNG of the kind that
 * phones make. The PDF library trusts the lengths in a PNG, so a forged one could use all memory or end its thread.
 */
export function readPicture(dataUrl: string | null): Buffer | undefined {
  const [, type, base64 = ''] = DATA_URL.exec(dataUrl ?? '') ?? []
  const bytes = Buffer.from(base64, 'base64')
  if (type === 'jpeg' || (type === 'png' && isWholePng(bytes))) return bytes
  return undefined
}

function isWholePng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, PNG_BEGINS.length).equals(PNG_BEGINS)) return false
  let header: Buffer = Buffer.alloc(0)
  const data: Buffer[] = []
  for (let at = PNG_BEGINS.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (content.length < length) return false
    if (type === 'IHDR') header = content
    if (type === 'IDAT') data.push(content)
    if (type === 'IEND') return holdsItsPixels(header, Buffer.concat(data))
    at += 12 + length
  }
  return false
}

function holdsItsPixels(header: Buffer, data: Buffer): boolean {
  if (header.length !== 13) return false
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [bits = 0, colourType = 0, compression, filter, interlace] = header.subarray(8)
  const channels = CHANNELS[colourType]
  const isPlain = bits === 8 && compression === 0 && filter === 0 && interlace === 0
  if (!channels || !isPlain || width * height === 0 || width * height > MAX_PIXELS) return false
  const size = height * (1 + width * channels)
  try {
    return inflateSync(data, { maxOutputLength: size }).length === size
  } catch {
    return false
  }
}
