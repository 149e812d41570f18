import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Order } from './server-under-test.ts'

const NODE = 'node_modules/node/bin/node'
const SERVER = 'quality/e2e/server-under-test.ts'
/** Who has not closed by then hangs on something that the story has broken. */
const CLOSES_WITHIN_MS = 2_000

/**
 * A process that serves one story after the other, each by a server and data of its own: loading the code takes longer
 * than all else that a server does in a story. One that is killed is started again for the next.
 */
export class ServerProcess {
  #child: ChildProcess | undefined

  /** Starts a server with these settings, and answers its port. */
  async serve(env: Record<string, string>): Promise<number> {
    this.#child ??= fork(SERVER, {
      ...(existsSync(NODE) && { execPath: NODE }),
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: '.cache/e2e-compile' },
    })
    return (await this.#ask({ serve: env })) as number
  }

  async tell(order: Order): Promise<void> {
    await this.#ask(order)
  }

  /** Ends the server of a story that is over. */
  async rest(): Promise<void> {
    try {
      await this.#ask('rest', AbortSignal.timeout(CLOSES_WITHIN_MS))
    } catch {
      await this.end('SIGKILL')
    }
  }

  /** Ends the process and with it the server. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  async #ask(order: Order, signal?: AbortSignal): Promise<unknown> {
    const child = this.#child
    if (!child || hasEnded(child)) throw new Error('The server under test does not run.')
    const heard = new AbortController()
    const until = { signal: signal ? AbortSignal.any([signal, heard.signal]) : heard.signal }
    try {
      child.send(order)
      const [answer] = await Promise.race([
        once(child, 'message', until),
        once(child, 'exit', until).then(() => Promise.reject(new Error('The server under test has ended.'))),
      ])
      return answer
    } finally {
      heard.abort()
    }
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
