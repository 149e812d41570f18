import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CrmFailure } from '#crm/port.ts'
import type { ServerProcess } from './server-process.ts'

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

/** Starts a server on a free port, with a copy of `template` as its data where there is one. */
export async function startDoorstep(
  server: ServerProcess,
  template?: string,
  env: Record<string, string> = {},
): Promise<Doorstep> {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-story-'))
  const dataDir = join(folder, 'data')
  const backup = join(folder, 'backup')
  if (template) cpSync(template, dataDir, { recursive: true })
  const port = await server.serve({ ...env, DATA_DIR: dataDir, PORT: '0' })
  const serveAgain = () => server.serve({ ...env, DATA_DIR: dataDir, PORT: String(port) })

  return {
    url: `http://127.0.0.1:${port}`,
    failCrm: (failure) => server.tell({ failCrm: failure }),
    holdLeads: () => server.tell('hold-leads'),
    kill: () => server.end('SIGKILL'),
    freeze: () => server.signal('SIGSTOP'),
    thaw: () => server.signal('SIGCONT'),
    async restart() {
      await server.end('SIGTERM')
      await serveAgain()
    },
    async backUp() {
      await server.end('SIGTERM')
      cpSync(dataDir, backup, { recursive: true })
      await serveAgain()
    },
    async restoreBackup() {
      await server.end('SIGKILL')
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
