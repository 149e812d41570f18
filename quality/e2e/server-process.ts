import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { NODE_ARGUMENTS } from '#server/testing/unoptimised.ts'
import type { Order } from './server-under-test.ts'

const NODE = 'node_modules/node/bin/node'
const SERVER = 'quality/e2e/server-under-test.ts'
/** If a server takes longer to close, it hangs on something that the story has broken. */
const CLOSE_TIMEOUT_MS = 2_000

/**
 * A process that serves one story after another, each with its own server and data, because loading the code takes
 * longer than anything else a server does in a story. If a story breaks the process, the next story starts another.
 */
export class ServerProcess {
  #child: ChildProcess | undefined

  /** Starts a server with these settings and returns its port. */
  async serve(env: Record<string, string>): Promise<number> {
    this.#child ??= fork(SERVER, {
      ...(existsSync(NODE) && { execPath: NODE }),
      execArgv: NODE_ARGUMENTS,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: '.cache/e2e-compile' },
    })
    return (await this.#ask({ serve: env })) as number
  }

  async send(order: Order): Promise<void> {
    await this.#ask(order)
  }

  /** Closes the server at the end of a story. */
  async rest(): Promise<void> {
    try {
      await this.#ask('rest', AbortSignal.timeout(CLOSE_TIMEOUT_MS))
    } catch {
      await this.end()
    }
  }

  /** Ends the process, and the server with it. */
  async end(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  async #ask(order: Order, signal?: AbortSignal): Promise<unknown> {
    const child = this.#child
    if (!child || hasEnded(child)) throw new Error('The server under test does not run.')
    const answered = new AbortController()
    const until = { signal: signal ? AbortSignal.any([signal, answered.signal]) : answered.signal }
    try {
      child.send(order)
      const [answer] = await Promise.race([
        once(child, 'message', until),
        once(child, 'exit', until).then(() => Promise.reject(new Error('The server under test has ended.'))),
      ])
      return answer
    } finally {
      answered.abort()
    }
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
