import { Worker } from 'node:worker_threads'
import { compilePostgres } from './postgres-code.ts'
import type { Failure, QueryResult, Reply, Request, ThreadData } from './thread-messages.ts'

type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never
type Waiting = { resolve(value: unknown): void; reject(error: Error): void }

const PROGRAM = new URL('./database-thread.worker.ts', import.meta.url)

/**
 * An embedded database in its own thread, so that a slow query does not block the server. Once PostgreSQL has given up
 * (`PANIC`, if its disk is full or broken), every request is rejected. A PostgreSQL process would end and recover at
 * its next start, but PGlite goes on, and refuses everything or never answers.
 */
export class DatabaseThread {
  readonly #worker: Worker
  readonly #compiles: boolean
  readonly #waiting = new Map<number, Waiting>()
  readonly #end = Promise.withResolvers<Error>()
  readonly #ended: Promise<void>
  #lastId = 0
  #reason: Error | undefined
  #hasOpened = false

  /** Resolves with the reason once the open database has given up. */
  readonly gaveUp = this.#end.promise

  /**
   * Starts the thread. It takes requests once `open` has resolved. If it `compiles`, it compiles PostgreSQL by itself at
   * once, without waiting for a busy main thread.
   */
  constructor({ compiles = false } = {}) {
    this.#compiles = compiles
    this.#worker = new Worker(PROGRAM, { execArgv: [], workerData: { compiles } satisfies ThreadData })
      .on('message', (reply: Reply) => this.#settle(reply))
      .on('error', (error: Error) => this.#giveUp(error))
      .on('exit', () => this.#giveUp(new Error('The thread of the embedded database ended')))
    this.#ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
  }

  /** Opens the database in the folder `files`. Rejects with PostgreSQL's reason if it does not open. */
  async open(files: string): Promise<void> {
    await this.#request({ kind: 'open', files, ...(!this.#compiles && { code: await compilePostgres() }) })
    this.#hasOpened = true
  }

  /** Ends the thread of a database that did not open. A failed recovery leaves timers, which would keep it alive. */
  async abandon(): Promise<void> {
    await this.#worker.terminate()
  }

  /** Runs one statement. */
  query(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult> {
    return this.#request({ kind: 'query', sql, parameters }) as Promise<QueryResult>
  }

  /** Runs a script of several statements. Returns the command of the last one, such as `COMMIT`. */
  exec(script: string): Promise<unknown> {
    return this.#request({ kind: 'exec', script })
  }

  /** Shuts the database down cleanly, unless it has given up, and waits until its thread has ended. */
  async close(): Promise<void> {
    if (!this.#reason) {
      const closed = this.#request({ kind: 'close' })
      this.#reason = new Error('PGlite is closed')
      await closed
    }
    await this.#ended
  }

  #request(request: WithoutId<Request>): Promise<unknown> {
    if (this.#reason) return Promise.reject(this.#reason)
    this.#lastId += 1
    const reply = this.#replyTo(this.#lastId)
    this.#worker.postMessage({ ...request, id: this.#lastId })
    return reply
  }

  #replyTo(id: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.set(id, { resolve, reject })
    return promise
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('failure' in reply) {
      const error = errorOf(reply.failure)
      waiting?.reject(error)
      if (reply.failure.severity === 'PANIC') this.#giveUp(error)
    } else waiting?.resolve(reply.value)
  }

  #giveUp(reason: Error): void {
    for (const { reject } of this.#waiting.values()) reject(reason)
    this.#waiting.clear()
    if (this.#reason) return
    this.#reason = reason
    if (this.#hasOpened) this.#end.resolve(reason)
    void this.#worker.terminate()
  }
}

const errorOf = ({ message, ...fields }: Failure) => Object.assign(new Error(message), fields)

/** A thread that was started in advance, for the next database. */
let prepared: DatabaseThread | undefined

/** Starts the thread of the database that is opened next, so that it loads PGlite meanwhile. */
export function prepareThread(): void {
  prepared = new DatabaseThread({ compiles: true })
}

/** Returns the thread that was prepared, or a new one. */
export function takeThread(): DatabaseThread {
  const thread = prepared ?? new DatabaseThread()
  prepared = undefined
  return thread
}
