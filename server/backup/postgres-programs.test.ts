import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshFolder } from '../testing/databases.ts'
import { withPostgresPrograms } from './postgres-programs.ts'

let folder: string
beforeEach(() => {
  folder = freshFolder()
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

/** Installs a `pg_dump` that prints its version when asked, and otherwise records what it receives. */
function installProgram(version: string) {
  const script = `#!/bin/sh
    if [ "$1" = --version ]; then echo "pg_dump (PostgreSQL) ${version}"; exit; fi
    env | grep ^PG > ${folder}/received; echo "arguments $*" >> ${folder}/received; cat "$PGSSLROOTCERT" > ${folder}/ca 2>&-`
  fs.writeFileSync(path.join(folder, 'pg_dump'), script, { mode: 0o755 })
}

async function receivedFrom(url: string): Promise<string> {
  installProgram('17.2')
  const environment = { PATH: process.env.PATH, POSTGRES_BIN: folder }
  await withPostgresPrograms({ url, version: 15, environment }, (programs) =>
    programs.start('pg_dump', ['--file=x']).ended.catch(() => {}),
  )
  return fs.readFileSync(path.join(folder, 'received'), 'utf8')
}

test('they receive every host and the password, but not as arguments', async () => {
  const received = await receivedFrom(
    'postgresql://agent:open%20sesame@db1:5433,db2/shop?target_session_attrs=read-write',
  )
  expect(received).toContain('PGHOST=db1,db2\n')
  expect(received).toContain('PGPORT=5433,5432\n')
  expect(received).toContain('PGTARGETSESSIONATTRS=read-write\n')
  expect(received).toContain('PGUSER=agent\n')
  expect(received).toContain('PGPASSWORD=open sesame\n')
  expect(received).toContain('PGDATABASE=shop\n')
  expect(received).toContain('arguments --file=x\n')
  expect(received).not.toContain('PGSSLMODE')
})

test('they trust the same certificates as the server', async () => {
  expect(await receivedFrom('postgresql://db1/shop?sslmode=require')).toContain('PGSSLMODE=verify-full\n')
  expect(fs.readFileSync(path.join(folder, 'ca'), 'utf8')).toContain('BEGIN CERTIFICATE')
  expect(await receivedFrom('postgresql://db1/shop?sslmode=no-verify')).toContain('PGSSLMODE=require\n')
  expect(await receivedFrom('postgresql://db1/shop?sslmode=disable')).toContain('PGSSLMODE=disable\n')
})

test('the refusal of older programs says what to install', async () => {
  installProgram('14.9')
  const wanted = { url: 'postgresql://db1/shop', version: 17, environment: { POSTGRES_BIN: folder } }
  await expect(withPostgresPrograms(wanted, async () => {})).rejects.toThrow(
    "The newest pg_dump here is 14, and the database 17: install PostgreSQL's client programs (on Debian: postgresql-client-17), or set POSTGRES_BIN to their folder.",
  )
  fs.rmSync(path.join(folder, 'pg_dump'))
  await expect(withPostgresPrograms(wanted, async () => {})).rejects.toThrow(
    /^There is no pg_dump here: install/,
  )
})
