import type { Socket } from 'node:net'
import { finished, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Up to here an answer is hardly more than what its connection takes at once. */
const SMALL_BYTES = 64 * 1024
/** Packed, hardly any list of a phone is larger. */
const LARGE_BYTES = 1024 * 1024
/** Of all answers together that wait in a process for their clients to take them. */
const MOST_BYTES = 128 * 1024 * 1024
/** So long a client may take nothing, and so long it may take for everything while others want the room. */
const PATIENCE_MS = 60_000
/** What an answer is sent in, so that it is seen how much of it was taken. */
const PIECE_BYTES = 64 * 1024

type Unread = { socket: Socket; bytes: number; takenBytes: number; since: number }

/** What to send for an answer; nothing where the client has to come again. */
export type HoldAnswer = (
  reply: FastifyReply,
  body: string | Buffer,
) => string | Buffer | Readable | undefined

/**
 * Bounds what waits for clients to take it. A client that takes nothing is let go after a while. When the room runs out,
 * so is whoever takes its answer too slowly, and a large read for which that makes no room is refused. Whatever else is
 * answered, as a write is done by then, takes the place of the slowest of the large ones.
 */
export function holdUnreadAnswers(): HoldAnswer {
  const waiting = new Set<Unread>()

  /** Says whether there is room now. */
  function makeRoomFor(bytes: number, isRefusable: boolean): boolean {
    let missing = [...waiting].reduce((sum, one) => sum + one.bytes, bytes) - MOST_BYTES
    if (missing <= 0) return true
    const slowestFirst = [...waiting]
      .map((one) => ({ one, lead: leadOf(one) }))
      .sort((a, b) => a.lead - b.lead)
    for (const { one, lead } of slowestFirst) {
      const mustGo = lead < 0 || (!isRefusable && one.bytes > LARGE_BYTES)
      if (missing <= 0 || !mustGo) continue
      waiting.delete(one)
      one.socket.destroy()
      missing -= one.bytes
    }
    return missing <= 0
  }

  return (reply, body) => {
    const bytes = Buffer.byteLength(body)
    if (bytes <= SMALL_BYTES) return body
    const { method, socket } = reply.request
    const isRefusable = method === 'GET' && bytes > LARGE_BYTES
    if (!makeRoomFor(bytes, isRefusable) && isRefusable) return undefined
    const unread = { socket, bytes, takenBytes: 0, since: performance.now() }
    waiting.add(unread)
    finished(reply.raw, () => waiting.delete(unread))
    reply.raw.setTimeout(PATIENCE_MS, () => socket.destroy())
    reply.header('content-length', bytes)
    const sent = typeof body === 'string' ? Buffer.from(body) : body
    return Readable.from(piecesOf(sent, unread), { highWaterMark: 1 })
  }
}

/** How much of its answer a client has taken beyond what it should have by now; less than nothing is too slow. */
const leadOf = ({ bytes, takenBytes, since }: Unread) =>
  takenBytes / bytes - (performance.now() - since) / PATIENCE_MS

function* piecesOf(body: Buffer, unread: Unread): Generator<Buffer> {
  for (let start = 0; start < body.length; start += PIECE_BYTES) {
    unread.takenBytes = start
    yield body.subarray(start, start + PIECE_BYTES)
  }
}
