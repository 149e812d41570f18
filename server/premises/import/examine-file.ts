import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { NotDone } from '../../backup/not-done.ts'

/** What a first reading finds in a file: everything except its rows. */
export type ExaminedFile = {
  path: string
  /** The name without folders. */
  name: string
  bytes: number
  sha256: string
  encoding: Encoding
  delimiter: ',' | ';' | '\t'
  /** The last character of each line. A CR before LF is not part of a cell. */
  lineEnd: '\n' | '\r'
  /** The names of the columns in lower case, to recognise the file. */
  header: string[]
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const CHUNK_BYTES = 1024 * 1024
const ZIP = Buffer.from('PK\u0003\u0004')

/**
 * Reads a file once, for its hash and encoding, before anything is stored. `onRead` receives the bytes read so far.
 * Throws `NotDone`.
 */
export async function examineFile(file: string, onRead: (bytes: number) => void): Promise<ExaminedFile> {
  const hash = createHash('sha256')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let bytes = 0
  let head: Buffer = Buffer.alloc(0)
  for await (const chunk of readChunks(file)) {
    if (bytes === 0) head = chunk
    if (bytes === 0 && head.subarray(0, ZIP.length).equals(ZIP))
      throw new NotDone(`${file} is a ZIP file. Unpack it, and give the CSV files in it.`)
    hash.update(chunk)
    bytes += chunk.length
    onRead(bytes)
    isUtf8 &&= canDecode(utf8, chunk)
  }
  isUtf8 &&= canDecode(utf8)
  if (bytes === 0) throw new NotDone(`${file} is empty.`)
  const encoding = encodingOf(head, isUtf8)
  const start = new TextDecoder(encoding).decode(head)
  const [line = ''] = start.split(/[\r\n]/, 1)
  const delimiter = delimiterOf(line)
  return {
    path: file,
    name: path.basename(file),
    bytes,
    sha256: hash.digest('hex'),
    encoding,
    delimiter,
    lineEnd: start.includes('\n') ? '\n' : '\r',
    header: line.split(delimiter).map((name) => name.replaceAll('"', '').trim().toLowerCase()),
  }
}

/** Yields the chunks of a file. Throws `NotDone` if there is no such file. */
export async function* readChunks(file: string): AsyncGenerator<Buffer> {
  try {
    yield* fs.createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') throw new NotDone(`There is no file ${file}.`)
    if (code === 'EISDIR') throw new NotDone(`${file} is a folder. Give the files in it.`)
    throw error
  }
}

function canDecode(utf8: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    utf8.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

function encodingOf(head: Buffer, isUtf8: boolean): Encoding {
  const [first, second] = head
  // Without a byte order mark, a zero shows that it is UTF-16, because a header begins with an English letter.
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be'
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

/** Returns the delimiter that occurs most often in the first line. */
function delimiterOf(line: string): ExaminedFile['delimiter'] {
  const count = (delimiter: string) => line.split(delimiter).length
  return ([',', ';', '\t'] as const).toSorted((one, other) => count(other) - count(one))[0] ?? ','
}
