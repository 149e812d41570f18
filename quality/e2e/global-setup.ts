import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { opensslKey } from '#server/documents/key/seal-keys.testing.ts'
import { startPostgresCluster } from '#server/testing/postgres-cluster.ts'
import { runOnServer, urlOfDatabase } from '#server/testing/postgres-databases.ts'

/** A migrated database on a server, and the settings that name a key to seal documents with. */
export type PostgresTemplate = { server: string; template: string; sealKey: Record<string, string> }

/** Migrates a database of each kind per run. Every story starts on a copy, which is fast. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync('web/dist/index.html')) throw new Error('Build the web app first: npx vite build')
  const undoing = await Promise.all([makeEmbeddedTemplate(), makePostgresTemplate()])
  return async () => {
    for (const undo of undoing) await undo()
  }
}

async function makeEmbeddedTemplate() {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-template-'))
  const template = join(folder, 'data')
  await migrate({ databaseUrl: undefined, dataDir: template })
  process.env.STORY_TEMPLATE = template
  return () => rmSync(folder, { recursive: true, force: true })
}

async function makePostgresTemplate() {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-template-'))
  const { key, certificate } = opensslKey(folder, 'company')
  const cluster = process.env.TEST_DATABASE_URL === undefined ? await startPostgresCluster() : undefined
  const server = cluster?.url ?? process.env.TEST_DATABASE_URL ?? ''
  const template = `doorstep_stories_${process.pid}`
  await runOnServer(server, `create database ${template}`)
  await migrate({ databaseUrl: urlOfDatabase(server, template), dataDir: '' })
  const sealKey = { SEAL_KEY_FILE: key, SEAL_CERT_FILE: certificate }
  process.env.STORY_POSTGRES = JSON.stringify({ server, template, sealKey } satisfies PostgresTemplate)
  return async () => {
    await runOnServer(server, `drop database ${template} with (force)`)
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function migrate(config: Parameters<typeof openDatabase>[0]): Promise<void> {
  const database = await openDatabase(config, console)
  await database.migrate()
  await database.close()
}
