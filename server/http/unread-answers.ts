import type { Socket } from 'node:net'
import { finished, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A connection itself buffers about this much, so smaller answers are not counted. */
const SMALL_BYTES = 64 * 1024
/** Few lists of a phone are larger than this when compressed. */
const LARGE_BYTES = 1024 * 1024
/** The max total of the answers in a process that clients have not read yet. */
const MAX_UNREAD_BYTES = 128 * 1024 * 1024
/**
 * A client that reads nothing for this long is disconnected. If others need the room, it must read its whole answer in
 * this time.
 */
const READ_TIMEOUT_MS = 60_000
/** Answers are sent in pieces, so that progress can be measured. */
const PIECE_BYTES = 64 * 1024

type Unread = { socket: Socket; bytes: number; takenBytes: number; since: number }

/** Returns what to send, or undefined if there is no room and the client should retry. */
export type HoldAnswer = (
  reply: FastifyReply,
  body: string | Buffer,
) => string | Buffer | Readable | undefined

/**
 * Bounds the memory of answers that clients have not read yet. A client that reads nothing is disconnected after a
 * timeout. If the room runs out, clients that read too slowly are disconnected; if that is not enough, a large read is
 * refused. The answer to a write is never refused, because the write is done. The slowest large answer makes way for it
 * instead.
 */
export function holdUnreadAnswers(): HoldAnswer {
  const waiting = new Set<Unread>()

  /** Makes room if it must. Returns true if there is room now. */
  function makeRoomFor(bytes: number, isRefusable: boolean): boolean {
    let missing = [...waiting].reduce((sum, one) => sum + one.bytes, bytes) - MAX_UNREAD_BYTES
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
    reply.raw.setTimeout(READ_TIMEOUT_MS, () => socket.destroy())
    reply.header('content-length', bytes)
    const sent = typeof body === 'string' ? Buffer.from(body) : body
    return Readable.from(piecesOf(sent, unread), { highWaterMark: 1 })
  }
}

/**
 * Returns the share of its answer that a client has read, minus the share that it should have read. Below 0 is too
 * slow.
 */
const leadOf = ({ bytes, takenBytes, since }: Unread) =>
  takenBytes / bytes - (performance.now() - since) / READ_TIMEOUT_MS

function* piecesOf(body: Buffer, unread: Unread): Generator<Buffer> {
  for (let start = 0; start < body.length; start += PIECE_BYTES) {
    unread.takenBytes = start
    yield body.subarray(start, start + PIECE_BYTES)
  }
}
