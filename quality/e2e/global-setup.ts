import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { opensslKey } from '#server/documents/key/seal-keys.testing.ts'
import { startPostgresCluster } from '#server/testing/postgres-cluster.ts'
import { runOnServer, urlOfDatabase } from '#server/testing/postgres-databases.ts'
import { leaveUnoptimised } from '#server/testing/unoptimised.ts'
import { DataApi } from './data-api.ts'
import { startDoorstep } from './doorstep.ts'
import { ServerProcess } from './server-process.ts'

/** Two migrated databases on a server, and the settings with a key to seal documents. */
export type PostgresTemplates = {
  server: string
  empty: string
  withLeads: string
  sealKey: Record<string, string>
}

/** Migrates one database of each kind per run. Every story starts on a copy, which is fast. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync('web/dist/index.html')) throw new Error('Build the web app first: npx vite build')
  const undoing = await Promise.all([makeEmbeddedTemplate(), makePostgresTemplates()])
  return async () => {
    for (const undo of undoing) await undo()
  }
}

async function makeEmbeddedTemplate() {
  leaveUnoptimised()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-template-'))
  const template = join(folder, 'data')
  await migrate({ databaseUrl: undefined, dataDir: template })
  process.env.STORY_TEMPLATE = template
  return () => rmSync(folder, { recursive: true, force: true })
}

async function makePostgresTemplates() {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-template-'))
  const { key, certificate } = opensslKey(folder, 'company')
  const cluster = process.env.TEST_DATABASE_URL === undefined ? await startPostgresCluster() : undefined
  const server = cluster?.url ?? process.env.TEST_DATABASE_URL ?? ''
  const empty = `doorstep_stories_${process.pid}`
  await runOnServer(server, `create database ${empty}`)
  await migrate({ databaseUrl: urlOfDatabase(server, empty), dataDir: '' })
  const withLeads = `${empty}_with_leads`
  await runOnServer(server, `create database ${withLeads} template ${empty}`)
  const sealKey = { SEAL_KEY_FILE: key, SEAL_CERT_FILE: certificate }
  await syncLeads({ ...sealKey, DATABASE_URL: urlOfDatabase(server, withLeads) })
  const templates: PostgresTemplates = { server, empty, withLeads, sealKey }
  process.env.STORY_POSTGRES = JSON.stringify(templates)
  return async () => {
    for (const name of [empty, withLeads]) await runOnServer(server, `drop database ${name} with (force)`)
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Syncs the sandbox's leads into a database, as the button does. */
async function syncLeads(settings: Record<string, string>): Promise<void> {
  const serverProcess = new ServerProcess()
  const doorstep = await startDoorstep(serverProcess, undefined, settings)
  await new DataApi(doorstep.url).syncsLeads()
  await doorstep.stop()
  await serverProcess.end()
}

async function migrate(config: Parameters<typeof openDatabase>[0]): Promise<void> {
  const database = await openDatabase(config, console)
  await database.migrate()
  await database.close()
}
