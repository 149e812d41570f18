import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { createApp } from '../app.ts'
import { configFromEnv } from '../config.ts'
import { createContext } from '../context.ts'
import { keptSealThread } from '../documents/seal/kept-thread.testing.ts'
import { createLog } from '../log.ts'
import { NODE_ARGUMENTS } from './unoptimised.ts'

type Settings = Record<string, string>

const COMMAND = path.join(import.meta.dirname, '..', 'cli.ts')
const PUBLIC_KEY = 'public-anon-key'

/** The output of a command, and its exit code. */
export type Outcome = { code: number | null; said: string; errors: string }

type Started = { process: ChildProcess; outcome: Promise<Outcome> }

/** Runs the command `doorstep` with the settings of a server. `process` can be killed. */
export const startCommand = (settings: Settings, ...args: string[]): Started =>
  startCommandIn(import.meta.dirname, settings, ...args)

/** Does the same in another folder, which must have no `.env`. */
export function startCommandIn(folder: string, settings: Settings, ...args: string[]): Started {
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, COMMAND, ...args], {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const read = (output: Readable) => output.setEncoding('utf8').toArray()
  const ended = Promise.all([once(child, 'exit'), read(child.stdout), read(child.stderr)])
  const outcome = ended.then(([[code], said, errors]) => ({
    code: code as number | null,
    said: said.join(''),
    errors: errors.join(''),
  }))
  return { process: child, outcome }
}

/** Removes the lines of progress, which appear every two seconds and so only on a slow machine. */
export const withoutProgress = (outcome: Outcome): Outcome => ({
  ...outcome,
  errors: outcome.errors.replaceAll(/^.+ (?:\d+ %|so far) \.\.\.\n/gm, ''),
})

/** Runs a whole Doorstep in this process, with these settings and arguments. */
export async function serve(settings: Settings, ...args: string[]) {
  const config = configFromEnv({ LOG_LEVEL: 'fatal', PORT: '0', ...settings }, args)
  if (!config.ok) throw new Error(config.failure.sentence)
  const context = await createContext(config.value, createLog('fatal'), { sealThread: keptSealThread })
  const app = createApp(context)
  await context.database.migrate()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    db: context.db,
    call: async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(url + path, {
        method,
        headers: { apikey: PUBLIC_KEY, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
      return answer
    },
    stop: () => app.close(),
  }
}

export type Served = Awaited<ReturnType<typeof serve>>
