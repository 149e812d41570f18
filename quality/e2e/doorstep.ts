import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CrmFailure } from '#crm/port.ts'
import type { ServerProcess } from './server-process.ts'

/** The running Doorstep of one story. */
export type Doorstep = {
  readonly url: string
  /** The folder that has its data. */
  readonly dataDir: string
  /** The settings for a command on its database. */
  readonly settings: Record<string, string>
  /** Makes every CRM call fail like this until the next call with `null`. */
  failCrm(failure: CrmFailure | null): Promise<void>
  /** Holds every pull of leads after the first ten until `failCrm` is called. */
  holdLeads(): Promise<void>
  /**
   * Looks like a power cut to phones; the process lives on, because another takes two seconds of processor time to
   * start.
   */
  kill(): Promise<void>
  /** Stops answering, but keeps connections open until `thaw`. */
  freeze(): void
  thaw(): void
  /** Restarts on the same data and the same port. */
  restart(): Promise<void>
  /** Copies the data. */
  backUp(): Promise<void>
  /** Restarts on the copy. Everything written since is lost. */
  restoreBackup(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a server on a free port. If `env` has no DATABASE_URL, its data is a copy of `template`, an embedded database,
 * if given.
 */
export async function startDoorstep(
  server: ServerProcess,
  template?: string,
  env: Record<string, string> = {},
): Promise<Doorstep> {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-story-'))
  const dataDir = join(folder, 'data')
  const backup = join(folder, 'backup')
  mkdirSync(dataDir)
  if (template && env.DATABASE_URL === undefined) cpSync(template, dataDir, { recursive: true })
  const port = await server.serve({ ...env, DATA_DIR: dataDir, PORT: '0' })
  const serveAgain = () => server.serve({ ...env, DATA_DIR: dataDir, PORT: String(port) })

  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    settings: { ...env, DATA_DIR: dataDir, PORT: String(port) },
    failCrm: (failure) => server.send({ failCrm: failure }),
    holdLeads: () => server.send('hold-leads'),
    kill: () => server.send('break'),
    freeze: () => server.signal('SIGSTOP'),
    thaw: () => server.signal('SIGCONT'),
    async restart() {
      await server.send('rest')
      await serveAgain()
    },
    async backUp() {
      await server.send('rest')
      cpSync(dataDir, backup, { recursive: true })
      await serveAgain()
    },
    async restoreBackup() {
      await server.send('break')
      rmSync(dataDir, { recursive: true, force: true })
      cpSync(backup, dataDir, { recursive: true })
      await serveAgain()
    },
    async stop() {
      await server.rest()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
