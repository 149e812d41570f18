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

/** A `pg_dump` that says its version, and else keeps what it was told. */
function installProgram(version: string) {
  const script = `#!/bin/sh
    if [ "$1" = --version ]; then echo "pg_dump (PostgreSQL) ${version}"; exit; fi
    env | grep ^PG > ${folder}/told; echo "arguments $*" >> ${folder}/told; cat "$PGSSLROOTCERT" > ${folder}/ca 2>&-`
  fs.writeFileSync(path.join(folder, 'pg_dump'), script, { mode: 0o755 })
}

async function toldBy(url: string): Promise<string> {
  installProgram('17.2')
  const environment = { PATH: process.env.PATH, POSTGRES_BIN: folder }
  await withPostgresPrograms({ url, version: 15, environment }, (programs) =>
    programs.start('pg_dump', ['--file=x']).ended.catch(() => {}),
  )
  return fs.readFileSync(path.join(folder, 'told'), 'utf8')
}

test('they hear of every host and of the password, but not by arguments', async () => {
  const told = await toldBy(
    'postgresql://agent:open%20sesame@db1:5433,db2/shop?target_session_attrs=read-write',
  )
  expect(told).toContain('PGHOST=db1,db2\n')
  expect(told).toContain('PGPORT=5433,5432\n')
  expect(told).toContain('PGTARGETSESSIONATTRS=read-write\n')
  expect(told).toContain('PGUSER=agent\n')
  expect(told).toContain('PGPASSWORD=open sesame\n')
  expect(told).toContain('PGDATABASE=shop\n')
  expect(told).toContain('arguments --file=x\n')
  expect(told).not.toContain('PGSSLMODE')
})

test('they trust whom the server trusts', async () => {
  expect(await toldBy('postgresql://db1/shop?sslmode=require')).toContain('PGSSLMODE=verify-full\n')
  expect(fs.readFileSync(path.join(folder, 'ca'), 'utf8')).toContain('BEGIN CERTIFICATE')
  expect(await toldBy('postgresql://db1/shop?sslmode=no-verify')).toContain('PGSSLMODE=require\n')
  expect(await toldBy('postgresql://db1/shop?sslmode=disable')).toContain('PGSSLMODE=disable\n')
})

test('when they are older than the database, that is said with the remedy', async () => {
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
