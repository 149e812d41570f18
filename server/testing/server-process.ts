import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { NODE_ARGUMENTS } from './unoptimised.ts'

/** The built server if `npm test` has built it, because it starts in less than half the processor time. */
export const SERVER_PROGRAM = process.env.BUILT_SERVER ?? path.join(import.meta.dirname, '..', 'main.ts')

/** A Doorstep process, as `npm start` runs it. */
export type ServerProcess = {
  url: string
  kill(signal: 'SIGTERM' | 'SIGKILL'): void
  exitCode: Promise<number | null>
}

/** A process that may not be ready yet. `ready` resolves with its address, or rejects if the process ends first. */
export type StartingProcess = Omit<ServerProcess, 'url'> & { ready: Promise<string> }

/** Starts a process on a free port. It ends with this process. Resolves when it is ready. */
export async function startServerProcess(
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const { ready, kill, exitCode } = launchServerProcess(env, args)
  return { url: await ready, kill, exitCode }
}

/** Does the same, but does not wait until the process is ready. */
export function launchServerProcess(
  env: Record<string, string>,
  args: readonly string[] = [],
): StartingProcess {
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, SERVER_PROGRAM, ...args], {
    // This folder has no `.env`.
    cwd: import.meta.dirname,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: path.resolve('.cache/compile'),
      PORT: '0',
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const exitCode = once(child, 'exit').then(([code]) => code as number | null)
  const isReady = new Promise<string>((resolve) => {
    child.stdout?.on('data', (data) => {
      const [, url] = /Doorstep is ready on (\S+)/.exec(String(data)) ?? []
      if (url) resolve(url)
    })
  })
  const endedEarly = exitCode.then((code) => {
    throw new Error(`The server ended with ${code} before it was ready.`)
  })
  return { ready: Promise.race([isReady, endedEarly]), kill: (signal) => child.kill(signal), exitCode }
}
