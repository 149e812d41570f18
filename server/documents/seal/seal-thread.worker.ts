import { parentPort } from 'node:worker_threads'
import { readSealKey } from '../key/seal-key.ts'
import { renderDocument } from '../pdf/render-document.ts'
import { createSealer, type Sealer } from './sealer.ts'
import type { SealReply, SealRequest } from './thread-messages.ts'

/** The program of the thread. It renders and seals one document after another. */
let last: { key: Buffer; sealer: Sealer } | undefined
let queue = Promise.resolve()
parentPort?.on('message', (request: SealRequest) => {
  queue = queue.then(async () => parentPort?.postMessage(await answer(request)))
})

async function answer(request: SealRequest): Promise<SealReply> {
  try {
    const sealer = await sealerOf(request)
    const bytes = await sealer(await renderDocument(request.source), new Date(request.at))
    return { id: request.id, bytes }
  } catch (error) {
    // Leave out the error's message, because it may repeat a name.
    return {
      id: request.id,
      failure: error instanceof Error ? (error.stack?.match(/^\s+at .+$/m)?.[0] ?? '') : '',
    }
  }
}

/** Returns a sealer. A sealer remembers the size of its signature, so it is kept while the key stays the same. */
async function sealerOf({ files }: SealRequest): Promise<Sealer> {
  const key = Buffer.from(files.key)
  if (last?.key.equals(key)) return last.sealer
  const read = await readSealKey(files)
  if (!read.ok) throw new Error(read.failure.reason)
  last = { key, sealer: createSealer(read.value) }
  return last.sealer
}
