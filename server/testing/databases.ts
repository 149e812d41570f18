import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openEmbedded } from '../db/embedded/embedded.ts'
import type { Database } from '../db/handle.ts'
import { openPostgres } from '../db/postgres/postgres.ts'
import { copyDatabase, runOnServer } from './postgres-databases.ts'
import { getTemplate } from './templates.ts'
import { leaveUnoptimised } from './unoptimised.ts'

leaveUnoptimised()

/** Both kinds of database, for `describe.each` if they can differ. Otherwise use PostgreSQL, which is faster. */
export const DATABASES = ['embedded', 'postgres'] as const

/** A database of a test. `url` is only set for PostgreSQL; `close` removes the database. */
export type FreshDatabase = Database & { url?: string }

export type FreshPostgres = { url: string; drop(): Promise<void> }

/** Opens a migrated, empty database for one test file, which must close it. */
export function freshDatabase(kind: (typeof DATABASES)[number]): Promise<FreshDatabase> {
  return kind === 'embedded' ? freshEmbedded() : freshPostgres()
}

async function freshEmbedded(): Promise<FreshDatabase> {
  const folder = await freshEmbeddedFolder()
  const database = await openEmbedded(folder)
  return {
    ...database,
    close: async () => {
      await database.close()
      fs.rmSync(folder, { recursive: true })
    },
  }
}

async function freshPostgres(): Promise<FreshDatabase> {
  const { url, drop } = await freshMigratedUrl()
  const database = await openPostgres(url, console)
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** Creates an empty database without our tables on the test server. */
export const freshPostgresUrl = (): Promise<FreshPostgres> => createDatabase('template1')

/** Creates a migrated, empty database on the test server. */
export async function freshMigratedUrl(): Promise<FreshPostgres> {
  return createDatabase((await getTemplate('postgres')).database)
}

async function createDatabase(template: string): Promise<FreshPostgres> {
  const { url: server } = await getTemplate('postgres')
  const { url, name } = await copyDatabase(server, template)
  return { url, drop: () => runOnServer(server, `drop database ${name} with (force)`) }
}

/** Copies a migrated, empty embedded database into a folder, a new one by default. The test removes the folder. */
export async function freshEmbeddedFolder(folder = freshFolder()): Promise<string> {
  const template = await getTemplate('embedded')
  fs.cpSync(template.folder, folder, { recursive: true })
  return folder
}

/** Creates an empty temporary folder, which the test must remove. */
export function freshFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'doorstep-test-'))
}
