import { Worker } from 'node:worker_threads'
import type { SealReply, SealRequest } from './thread-messages.ts'

const PROGRAM = new URL('./seal-thread.worker.ts', import.meta.url)

/** Renders and seals documents outside the event loop, in one thread that starts with the first document. */
export type SealThread = {
  /** Returns the sealed file. Rejects if it cannot be made, or if the thread ended. */
  seal(request: Omit<SealRequest, 'id'>): Promise<Uint8Array>
  stop(): Promise<void>
}

/** Creates the thread's handle. If the thread has ended, the next document starts another one. */
export function createSealThread(): SealThread {
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>()
  let worker: Worker | undefined
  let lastId = 0

  function settle(reply: SealReply): void {
    const waiter = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('bytes' in reply) waiter?.resolve(reply.bytes)
    else waiter?.reject(new Error(`The document could not be made ${reply.failure.trim()}`))
    if (waiting.size === 0) worker?.unref()
  }

  function end(error: Error): void {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    return new Worker(PROGRAM, { execArgv: [] })
      .on('message', settle)
      .on('error', end)
      .on('exit', () => end(new Error('The thread that seals ended')))
  }

  return {
    seal(request) {
      const waiter = Promise.withResolvers<Uint8Array>()
      lastId += 1
      waiting.set(lastId, waiter)
      worker ??= start()
      worker.ref()
      worker.postMessage({ ...request, id: lastId })
      return waiter.promise
    },
    async stop() {
      await worker?.terminate()
    },
  }
}
