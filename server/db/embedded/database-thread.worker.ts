import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { openPglite } from './open-pglite.ts'
import { compilePostgres } from './postgres-code.ts'
import {
  COPIED_LINES,
  FAILURE_FIELDS,
  type Failure,
  type QueryResult,
  type Reply,
  type Request,
  type ThreadData,
} from './thread-messages.ts'

/** PGlite, which works in this thread. The thread opens the files, answers requests in order and ends after `close`. */
let pglite: PGlite
// A failure is reported when the database is opened.
if ((workerData as ThreadData).compiles) compilePostgres().catch(() => {})
parentPort?.on('message', async (request: Request) => {
  await answer(request.id, () => work(request))
  // Lets the thread end by itself. Only a database that has given up is terminated.
  if (request.kind === 'close') parentPort?.close()
})

async function work(request: Request): Promise<unknown> {
  switch (request.kind) {
    case 'open':
      pglite = await openPglite(request.files, request.code ?? (await compilePostgres()))
      return undefined
    case 'query': {
      const { rows, affectedRows } = request.sql.endsWith(COPIED_LINES)
        ? await pglite.query(request.sql, [], {
            blob: new Blob([request.parameters[0] as Uint8Array<ArrayBuffer>]),
          })
        : await pglite.query(request.sql, [...request.parameters])
      return { rows, affectedRows } satisfies QueryResult
    }
    case 'exec':
      return (await pglite.exec(request.script)).at(-1)?.command
    case 'close':
      return pglite.close()
  }
}

async function answer(id: number, work: () => Promise<unknown>): Promise<void> {
  const reply: Reply = await work().then(
    (value) => ({ id, value }),
    (error: unknown) => ({ id, failure: failureOf(error) }),
  )
  parentPort?.postMessage(reply)
}

function failureOf(error: unknown): Failure {
  const failure: Failure = { message: error instanceof Error ? error.message : String(error) }
  const given: Readonly<Record<string, unknown>> = { ...(error as object) }
  for (const field of FAILURE_FIELDS) {
    const value = given[field]
    if (typeof value === 'string') failure[field] = value
  }
  return failure
}
