import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A server in a process of its own. */
export type Running = {
  port: number
  url: string
  pid: number
  /** The time from the start of the process to the line that says it is ready. */
  readyAfterMs: number
  stop(): Promise<void>
}

const READY = /ready on http:\/\/[^:]+:(\d+)/

/** Starts Doorstep as `npm start` does, on the database in `env`. */
export function startDoorstep(env: Record<string, string>): Promise<Running> {
  const [options, bounds] = env.DATABASE_URL
    ? [['--max-semi-space-size=8', '--heap-growing-percent=100'], {}]
    : [
        ['--max-semi-space-size=4', '--heap-growing-percent=100', '--wasm-tiering-budget=130000000'],
        { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '16384' },
      ]
  return startServer('server/dist/main.js', { ...bounds, ...env }, options)
}

/** Starts the yardstick of the server's questions: only `node:http` and `pg`. */
export const startBareServer = (databaseUrl: string) =>
  startServer('quality/bench/bare-server.ts', { DATABASE_URL: databaseUrl })

/** Starts a server that prints `... ready on http://host:port`, on a free port. The server ends with this process. */
export async function startServer(
  script: string,
  env: Record<string, string>,
  options: readonly string[] = [],
): Promise<Running> {
  const startedAt = performance.now()
  const server = spawn(process.execPath, [...options, '--disable-warning=ExperimentalWarning', script], {
    // Through this channel the server notices if this process ends.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: '.cache/bench/compile', PORT: '0', ...env },
  })
  const port = await portOf(server, script)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

async function portOf(server: ChildProcess, script: string): Promise<number> {
  if (!server.stdout) throw new Error('The server has no output to read.')
  for await (const line of createInterface(server.stdout)) {
    const port = READY.exec(line)?.[1]
    if (!port) continue
    server.stdout.resume()
    return Number(port)
  }
  throw new Error(`${script} ended before it was ready.`)
}

/** Returns the resident memory of a process. */
export function residentMiB(pid: number): number {
  const status = `/proc/${pid}/status`
  const kiB = existsSync(status)
    ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kiB) / 1024
}
