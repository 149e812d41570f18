import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../db/embedded/embedded.ts'
import { openPostgres } from '../db/postgres/postgres.ts'
import { startPostgresCluster } from './postgres-cluster.ts'
import { runOnServer, urlOfDatabase } from './postgres-databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated embedded database, closed, to be copied. */
    embeddedTemplate: string
    /** A server on which databases can be made, and the name of a migrated one to make them from. */
    postgresUrl: string
    postgresTemplate: string
  }
}

const undo: (() => unknown)[] = []

/** Once per test run: a migrated database of each kind, from which `freshDatabase` makes copies. */
export async function setup({ provide }: TestProject): Promise<void> {
  // One after the other: the embedded database holds the process while it initialises.
  await prepareEmbedded(provide)
  await preparePostgres(provide)
}

export async function teardown(): Promise<void> {
  for (const step of undo.reverse()) await step()
}

async function prepareEmbedded(provide: TestProject['provide']) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doorstep-embedded-'))
  undo.push(() => fs.rmSync(folder, { recursive: true }))
  const database = await openEmbedded(folder)
  await database.migrate()
  await database.close()
  provide('embeddedTemplate', folder)
}

async function preparePostgres(provide: TestProject['provide']) {
  const url = process.env.TEST_DATABASE_URL ?? (await startCluster())
  const template = `doorstep_template_${randomUUID().replaceAll('-', '')}`
  await runOnServer(url, `create database ${template}`)
  undo.push(() => runOnServer(url, `drop database ${template} with (force)`))
  const database = await openPostgres(urlOfDatabase(url, template), console)
  await database.migrate()
  await database.close()
  provide('postgresUrl', url)
  provide('postgresTemplate', template)
}

async function startCluster() {
  const cluster = await startPostgresCluster()
  undo.push(() => cluster.stop())
  return cluster.url
}
