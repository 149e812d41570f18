import { isUtf8 } from 'node:buffer'
import { failed, type Result, success } from '#domain/kernel/result.ts'

const BYTES_LOOKED_AT = 1024
const ZIP = Buffer.from('PK\u0003\u0004')

/**
 * Decodes a file as office programs write it: by its byte order mark, else as UTF-16 if every other byte is zero, else
 * as UTF-8, else as windows-1252. Fails with the reason if the file contradicts its own mark.
 */
export function decodeText(bytes: Uint8Array): Result<string, string> {
  const [a, b, c] = bytes
  if (ZIP.equals(bytes.subarray(0, ZIP.length)))
    return failed('This is an Excel or ZIP file. Save it as CSV UTF-8, and import that.')
  if (a === 0xff && b === 0xfe) return success(decode('utf-16le', bytes))
  if (a === 0xfe && b === 0xff) return success(decode('utf-16be', bytes))
  const start = bytes.subarray(0, BYTES_LOOKED_AT)
  if (isZeroAt(start, 1)) return success(decode('utf-16le', bytes))
  if (isZeroAt(start, 0)) return success(decode('utf-16be', bytes))
  if (isUtf8(bytes)) return success(decode('utf-8', bytes))
  const isMarked = a === 0xef && b === 0xbb && c === 0xbf
  return isMarked
    ? failed('The file is marked as UTF-8, but is not. Save it again as CSV UTF-8.')
    : success(decode('windows-1252', bytes))
}

/** The decoder removes the mark. */
const decode = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes)

/** Returns true if most bytes at even (0) or odd (1) places are zero, as in English text in UTF-16. */
function isZeroAt(bytes: Uint8Array, parity: 0 | 1): boolean {
  const here = bytes.filter((_byte, place) => place % 2 === parity)
  return here.length > 1 && here.filter((byte) => byte === 0).length > here.length / 2
}
