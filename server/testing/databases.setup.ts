import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import type { Templates } from './templates.ts'
import { leaveUnoptimised } from './unoptimised.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which test files ask for a template, with `/embedded` or `/postgres`. */
    templatesUrl: string
  }
}

const undo: (() => unknown)[] = []
const made = new Map<string, Promise<unknown>>()

/**
 * Runs once per test run. A database starts when the first test asks for it, so tests without a database start none. If
 * one cannot be made, only the tests that ask for it fail.
 */
export async function setup({ provide }: TestProject): Promise<void> {
  const server = http.createServer(async ({ url = '' }, response) => {
    // A request that reused a closing connection would fail.
    response.setHeader('connection', 'close')
    try {
      response.end(JSON.stringify(await makeOnce(url)))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  undo.push(() => server.close().closeAllConnections())
  provide('templatesUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

export async function teardown(): Promise<void> {
  for (const step of undo.reverse()) await step()
}

function makeOnce(url: string): Promise<unknown> {
  const making = made.get(url) ?? (url === '/embedded' ? makeEmbedded() : makePostgres())
  made.set(url, making)
  return making
}

async function makeEmbedded(): Promise<Templates['embedded']> {
  leaveUnoptimised()
  const { openEmbedded } = await import('../db/embedded/embedded.ts')
  const { sealFolderOf } = await import('../db/embedded/embedded-files.ts')
  const { makeSealKey } = await import('../documents/key/make-key.ts')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doorstep-embedded-'))
  undo.push(() => fs.rmSync(folder, { recursive: true }))
  const database = await openEmbedded(folder)
  await database.migrate()
  // Half of the files belong to databases that are never opened, and every test would copy them.
  await sql`update pg_database set datistemplate = false`.execute(database.db)
  for (const unused of ['template0', 'template1'])
    await sql.raw(`drop database ${unused}`).execute(database.db)
  await database.close()
  // Otherwise each server on a copy would make its own.
  await makeSealKey(sealFolderOf(folder), 'Doorstep')
  return { folder }
}

async function makePostgres(): Promise<Templates['postgres']> {
  const { openPostgres } = await import('../db/postgres/postgres.ts')
  const { runOnServer, urlOfDatabase } = await import('./postgres-databases.ts')
  const url = process.env.TEST_DATABASE_URL ?? (await startCluster())
  const name = `doorstep_template_${randomUUID().replaceAll('-', '')}`
  await runOnServer(url, `create database ${name}`)
  undo.push(() => runOnServer(url, `drop database ${name} with (force)`))
  const database = await openPostgres(urlOfDatabase(url, name), console)
  await database.migrate()
  await database.close()
  return { url, database: name }
}

async function startCluster(): Promise<string> {
  const { startPostgresCluster } = await import('./postgres-cluster.ts')
  const cluster = await startPostgresCluster()
  undo.push(() => cluster.stop())
  return cluster.url
}
