import { createPacker, LARGE_BYTES, PACKED, VARIES } from '../http/compress-large.ts'
import { ROW_SEPARATOR } from './forms.ts'

/** The bytes of a JSON list, with the headers that describe their encoding. */
type List = { text: Buffer; headers: Record<string, string>; count: number }

/**
 * Builds a JSON list of rows while they arrive. If `packs` is set, compresses a long list meanwhile, in another thread.
 * Returns undefined if a row is null or the list is longer than `maxBytes`.
 */
export async function buildList(
  arriving: AsyncIterable<readonly { json: string | null }[]>,
  { maxBytes, packs }: { maxBytes: number; packs: boolean },
): Promise<List | undefined> {
  const pieces = [Buffer.from('[')]
  let packer: ReturnType<typeof createPacker> | undefined
  let count = 0
  let bytes = 1
  for await (const rows of arriving) {
    if (rows.some(({ json }) => json === null)) return undefined
    const json = rows.map((row) => row.json).join(ROW_SEPARATOR)
    const piece = Buffer.from(count > 0 ? ROW_SEPARATOR + json : json)
    count += rows.length
    bytes += piece.length
    pieces.push(piece)
    if (bytes > maxBytes) return undefined
    if (packs && bytes >= LARGE_BYTES) packer ??= createPacker()
    if (packer) packer.add(pieces.splice(0))
  }
  pieces.push(Buffer.from(']'))
  if (packer) return { text: await packer.end(pieces), headers: PACKED, count }
  return { text: Buffer.concat(pieces), headers: bytes < LARGE_BYTES ? {} : VARIES, count }
}
