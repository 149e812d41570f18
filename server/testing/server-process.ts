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

/** Starts one on a free port of its own; it is gone when this process is. Resolves when it says that it is ready. */
export async function startServerProcess(
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<ServerProcess> {
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
  const ready = new Promise<string>((resolve) => {
    child.stdout?.on('data', (data) => {
      const [, url] = /Doorstep is ready on (\S+)/.exec(String(data)) ?? []
      if (url) resolve(url)
    })
  })
  const url = await Promise.race([ready, exitCode])
  if (typeof url !== 'string') throw new Error(`The server ended with ${url} before it was ready.`)
  return { url, kill: (signal) => child.kill(signal), exitCode }
}
