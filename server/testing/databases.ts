import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import type { Database } from '../db/database.ts'
import { openEmbedded } from '../db/embedded/embedded.ts'
import { openPostgres } from '../db/postgres/postgres.ts'
import { runOnServer, urlOfDatabase } from './postgres-databases.ts'

/** Both kinds of database, for `describe.each`. */
export const DATABASES = ['embedded', 'postgres'] as const

/** `url` is set for the real database only; `close` leaves nothing behind. */
export type FreshDatabase = Database & { url?: string }

/** A migrated, empty database of a test's own. Every test file needs one of each kind; close it afterwards. */
export function freshDatabase(kind: (typeof DATABASES)[number]): Promise<FreshDatabase> {
  return kind === 'embedded' ? freshEmbedded() : freshPostgres()
}

async function freshEmbedded(): Promise<FreshDatabase> {
  const folder = freshFolder()
  fs.cpSync(inject('embeddedTemplate'), folder, { recursive: true })
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
  const { url, drop } = await freshPostgresUrl(inject('postgresTemplate'))
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

/** A new database on the real server, as a copy of `template`; by default an empty one, without our tables. */
export async function freshPostgresUrl(
  template = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `doorstep_${randomUUID().replaceAll('-', '')}`
  await runOnServer(server, `create database ${name} template ${template}`)
  return {
    url: urlOfDatabase(server, name),
    drop: () => runOnServer(server, `drop database ${name} with (force)`),
  }
}

/** An empty temporary folder; the test that takes it removes it. */
export function freshFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'doorstep-test-'))
}
