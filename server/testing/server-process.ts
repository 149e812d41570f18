import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const MAIN = path.join(import.meta.dirname, '..', 'main.ts')

/** Doorstep as a process of its own, as `npm start` runs it. */
export type ServerProcess = {
  url: string
  kill(signal: 'SIGTERM' | 'SIGKILL'): void
  exitCode: Promise<number | null>
}

/** One that may not be ready yet; `ready` is its address, and rejects when it ends before. */
export type StartingProcess = Omit<ServerProcess, 'url'> & { ready: Promise<string> }

/** Starts one on a free port of its own; it is gone when this process is. Resolves when it says that it is ready. */
export async function startServerProcess(
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const { ready, kill, exitCode } = launchServerProcess(env, args)
  return { url: await ready, kill, exitCode }
}

/** The same without waiting for it. */
export function launchServerProcess(
  env: Record<string, string>,
  args: readonly string[] = [],
): StartingProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    // Without a `.env`.
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
  const said = new Promise<string>((resolve) => {
    child.stdout?.on('data', (data) => {
      const [, url] = /Doorstep is ready on (\S+)/.exec(String(data)) ?? []
      if (url) resolve(url)
    })
  })
  const endedBefore = exitCode.then((code) => {
    throw new Error(`The server ended with ${code} before it was ready.`)
  })
  return { ready: Promise.race([said, endedBefore]), kill: (signal) => child.kill(signal), exitCode }
}
