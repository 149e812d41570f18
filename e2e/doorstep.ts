import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CrmFailure } from '#crm/port.ts'

/** A running Doorstep of a story's own. */
export type Doorstep = {
  readonly url: string
  /** From now on the CRM answers this, until `null`. */
  failCrm(failure: CrmFailure | null): Promise<void>
  /** From now on a sync of leads stands still after the first ten, until `failCrm` is told something. */
  holdLeads(): Promise<void>
  /** As the power does it. */
  kill(): Promise<void>
  /** Answers nothing, and hangs up on nobody, until it thaws. */
  freeze(): void
  thaw(): void
  /** Starts again on the same data and the same port. */
  restart(): Promise<void>
  /** Copies the data, as a backup does. */
  backUp(): Promise<void>
  /** Starts again on the copy: what came since is gone. */
  restoreBackup(): Promise<void>
  stop(): Promise<void>
}

const NODE = 'node_modules/node/bin/node'
const SERVER = 'e2e/server-under-test.ts'

/** Starts the server on a free port, with a copy of `template` as its data where there is one. */
export async function startDoorstep(template?: string, env: Record<string, string> = {}): Promise<Doorstep> {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-story-'))
  const dataDir = join(folder, 'data')
  const backup = join(folder, 'backup')
  if (template) cpSync(template, dataDir, { recursive: true })
  let { server, port } = await spawnServer(dataDir, 0, env)

  return {
    url: `http://127.0.0.1:${port}`,
    async failCrm(failure) {
      server.send(failure as object)
      await once(server, 'message')
    },
    async holdLeads() {
      server.send('hold-leads')
      await once(server, 'message')
    },
    kill: () => endServer(server, 'SIGKILL'),
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async restart() {
      await endServer(server, 'SIGTERM')
      ;({ server, port } = await spawnServer(dataDir, port, env))
    },
    async backUp() {
      await endServer(server, 'SIGTERM')
      cpSync(dataDir, backup, { recursive: true })
      ;({ server, port } = await spawnServer(dataDir, port, env))
    },
    async restoreBackup() {
      await endServer(server, 'SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
      cpSync(backup, dataDir, { recursive: true })
      ;({ server, port } = await spawnServer(dataDir, port, env))
    },
    async stop() {
      await endServer(server, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function spawnServer(dataDir: string, port: number, env: Record<string, string>) {
  const server = fork(SERVER, {
    ...(existsSync(NODE) && { execPath: NODE }),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: '.cache/e2e-compile',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
  })
  const [started] = await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => Promise.reject(new Error('The server under test did not start.'))),
  ])
  return { server, port: (started as { port: number }).port }
}

async function endServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}
