import net from 'node:net'
import { quantile } from './rounds.ts'

/** The answer to a request. Its body is counted, not kept. */
export type Answer = { status: number; bodyBytes: number }

/** Sends one whole request and waits for its answer. */
export type Call = (request: Buffer) => Promise<Answer>

type Connection = { call: Call; close(): void }

export type Load = { perSecond: number; p50Ms: number; p99Ms: number }

const HEAD_END = '\r\n\r\n'

/** Returns the bytes of a request, with a JSON body if one is given. */
export function toRequest(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body)
  const all: Record<string, string> = {
    host: '127.0.0.1',
    ...headers,
    ...(json && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${json}`)
}

/**
 * Keeps a server busy over `connections` that stay open, each repeating `work` until the time is up. Returns how often
 * the work was done. Uses plain sockets, because an HTTP client would take more processor time than the servers it
 * measures.
 */
export async function runLoad(
  port: number,
  { connections, durationMs }: { connections: number; durationMs: number },
  work: (call: Call) => Promise<void>,
): Promise<Load> {
  const startedAt = performance.now()
  const until = startedAt + durationMs
  const timesMs: number[] = []
  const repeat = async () => {
    const { call, close } = await openConnection(port)
    for (let begun = performance.now(); begun < until; begun = performance.now()) {
      await work(call)
      timesMs.push(performance.now() - begun)
    }
    close()
  }
  await Promise.all(Array.from({ length: connections }, repeat))
  const seconds = (performance.now() - startedAt) / 1000
  return {
    perSecond: timesMs.length / seconds,
    p50Ms: quantile(timesMs, 0.5),
    p99Ms: quantile(timesMs, 0.99),
  }
}

type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

/** Opens a connection that stays open, for one request at a time. Answers must have a length or no body. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let waiting: Waiting | undefined
  let head: Buffer = Buffer.alloc(0)
  let answer: Answer | undefined
  let missingBytes = 0

  const take = (chunk: Buffer) => {
    if (answer) missingBytes -= chunk.length
    else {
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      answer = readHead(head.toString('latin1', 0, end))
      missingBytes = answer.bodyBytes - (head.length - end - HEAD_END.length)
    }
    if (missingBytes > 0) return
    const done = waiting
    const whole = answer
    waiting = undefined
    answer = undefined
    head = Buffer.alloc(0)
    done?.resolve(whole)
  }
  socket.on('data', take)
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')))
  return {
    call: (request) =>
      new Promise((resolve, reject) => {
        if (socket.closed) return reject(new Error('The server has closed the connection.'))
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

function readHead(head: string): Answer {
  if (/transfer-encoding/i.test(head)) throw new Error('An answer without a length cannot be read here.')
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  return { status: Number(head.slice(9, 12)), bodyBytes: Number(length ?? 0) }
}
