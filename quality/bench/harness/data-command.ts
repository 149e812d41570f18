import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { residentMiB } from './processes.ts'

export type DataCommandRun = {
  seconds: number
  /** The maximum memory of the command's process, sampled. */
  maxMiB: number
  /** The version named in its last line. */
  version: string
}

const SAMPLE_MS = 50
/** The same as in `scripts/doorstep.mjs`. */
const OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']

/** Runs `doorstep data` in a folder, on the database of `env`. Throws if it fails. */
export async function runDataCommand(
  folder: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<DataCommandRun> {
  const startedAt = performance.now()
  const command = spawn(process.execPath, [...OPTIONS, path.resolve('server/cli.ts'), 'data', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  command.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  let maxMiB = 0
  const sampling = setInterval(() => {
    maxMiB = Math.max(maxMiB, residentMiB(command.pid ?? 0) || 0)
  }, SAMPLE_MS)
  const [code] = await once(command, 'close')
  clearInterval(sampling)
  if (code !== 0) throw new Error(`doorstep data ${args.join(' ')} ended with ${code}: ${said}`)
  const version = /version (\d+)/.exec(said)?.[1] ?? ''
  return { seconds: (performance.now() - startedAt) / 1000, maxMiB, version }
}
