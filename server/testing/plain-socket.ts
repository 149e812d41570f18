import { once } from 'node:events'
import net from 'node:net'
import { vi } from 'vitest'

export const OPCODES = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** A frame from the server. */
export type Frame = { opcode: number; payload: Buffer }

/**
 * Opens a WebSocket by hand, which can do what no real client does: it answers no ping, and sends frames as they are
 * given. `url` is the address with its query.
 */
export async function openPlainSocket(url: string, headers: Record<string, string> = {}) {
  const { port, host, pathname, search } = new URL(url)
  const socket = net.connect(Number(port), '127.0.0.1')
  let unread: Buffer = Buffer.alloc(0)
  let head = ''
  const frames: Frame[] = []
  socket.on('error', () => {})
  socket.on('data', (data) => {
    unread = Buffer.concat([unread, data])
    const end = unread.indexOf('\r\n\r\n')
    if (head === '' && end >= 0) {
      head = unread.toString('latin1', 0, end)
      unread = unread.subarray(end + 4)
    }
    if (head !== '') unread = takeFrames(unread, frames)
  })
  const lines = {
    host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }
  const fields = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${fields.join('')}\r\n`)
  await vi.waitFor(() => {
    if (head === '' && !socket.destroyed) throw new Error('There is no answer to the handshake.')
  })

  const send = (payload: string | Buffer, opcode: number = OPCODES.text) =>
    socket.write(toFrame(Buffer.from(payload), opcode))
  return {
    socket,
    status: Number(head.split(' ')[1]),
    frames,
    send,
    /** Sends a message of protocol 2.0.0. */
    say: (...message: [string | null, string | null, string, string, unknown]) =>
      send(JSON.stringify(message)),
    /** Returns the received messages, parsed. */
    messages: () =>
      frames
        .filter(({ opcode }) => opcode === OPCODES.text)
        .map(({ payload }) => JSON.parse(payload.toString())),
    /** Returns the code with which the server closes the socket, or undefined if it closes without one. */
    async closed(): Promise<number | undefined> {
      if (!socket.destroyed) await once(socket, 'close')
      return frames.find(({ opcode }) => opcode === OPCODES.close)?.payload.readUInt16BE(0)
    },
  }
}

/** Masks a frame, as a client must. The mask is all zeros, so the payload stays the same. */
export function toFrame(payload: Buffer, opcode: number, isLast = true): Buffer {
  const isShort = payload.length < 126
  const head = Buffer.alloc(isShort ? 6 : 14)
  head[0] = opcode | (isLast ? 0x80 : 0)
  head[1] = 0x80 | (isShort ? payload.length : 127)
  if (!isShort) head.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([head, payload])
}

/** Moves the complete frames out of the bytes, and returns the rest. */
function takeFrames(bytes: Buffer, frames: Frame[]): Buffer {
  const [first = 0, short = 0] = bytes
  const start = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < start) return bytes
  const length =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
  if (bytes.length < start + length) return bytes
  frames.push({ opcode: first & 0x0f, payload: bytes.subarray(start, start + length) })
  return takeFrames(bytes.subarray(start + length), frames)
}
