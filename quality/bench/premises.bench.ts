import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findPostgresPrograms } from '#server/backup/find-postgres-programs.mjs'
import { BDUK_HEADER, bdukRow } from '#server/premises/bduk-file.testing.ts'
import { runDataCommand } from './harness/data-command.ts'
import { createEmbedded, leadId, startPostgres } from './harness/databases.ts'
import { startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median, quantile, ratio } from './harness/rounds.ts'
import { writeUntil } from './harness/steady-writes.ts'

/**
 * How long does the import of BDUK's file take, compared with psql's \copy of the same file with the same indexes, and
 * how long does it delay an agent's write on the embedded database? The first argument is the number of rows.
 */
const ROWS = Number(process.argv[2] ?? 1_000_000)
const EMBEDDED_ROWS = Math.min(ROWS, 200_000)
const ROUNDS = 3
const LEADS = 100
const REST_MS = 5_000

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doorstep-bench-'))
fs.chmodSync(folder, 0o755)

/** Writes a file of made-up premises, row by row, and returns its path. */
function writeRelease(rows: number, part: string): string {
  const file = path.join(folder, `202605_BDUK_uprn_release_${part}.csv`)
  const written = fs.openSync(file, 'w')
  fs.writeSync(written, `${BDUK_HEADER}\n`)
  for (let n = 1; n <= rows; n++) fs.writeSync(written, `${bdukRow(n)}\n`)
  fs.closeSync(written)
  return file
}

const file = writeRelease(ROWS, 'country')
const county = writeRelease(EMBEDDED_ROWS, 'county')

const postgres = await startPostgres()
const database = await postgres.create(LEADS)
const psql = (...commands: string[]) =>
  execFileSync(path.join(findPostgresPrograms() ?? '', 'psql'), [
    ...['-q', '-v', 'ON_ERROR_STOP=1', database.DATABASE_URL],
    ...commands.flatMap((command) => ['-c', command]),
  ])

async function importIt() {
  const imported = await runDataCommand(folder, database, 'import', file)
  await runDataCommand(folder, database, 'drop', imported.version)
  return imported
}

async function copyIt(): Promise<number> {
  const columns = BDUK_HEADER.split(',').map((name) => `${name} ${name === 'uprn' ? 'bigint' : 'text'}`)
  psql(
    'set client_min_messages = warning',
    'drop table if exists yardstick',
    `create table yardstick (${columns})`,
  )
  const startedAt = performance.now()
  psql(
    `\\copy yardstick from '${file}' csv header`,
    'create unique index on yardstick (uprn)',
    'create index on yardstick (postcode)',
  )
  return (performance.now() - startedAt) / 1000
}

const { imported, copied } = await alternate({ imported: importIt, copied: copyIt }, ROUNDS)
await postgres.stop()

const embedded = await createEmbedded(LEADS)
const server = await startDoorstep(embedded.env)
const write = { server, lead: leadId(1) }
const atRest = await writeUntil(write, new Promise((resolve) => setTimeout(resolve, REST_MS)))
const importing = runDataCommand(folder, { ...embedded.env, PORT: String(server.port) }, 'import', county)
const during = await writeUntil(write, importing)
const throughServer = await importing
await server.stop()
await embedded.remove()
fs.rmSync(folder, { recursive: true, force: true })

const seconds = imported.map((one) => one.seconds)
report(
  'premises',
  `the import of ${ROWS} rows of BDUK’s file beside psql’s \\copy of it with the same indexes; on the embedded database ${EMBEDDED_ROWS} rows`,
  [
    { what: 'import to \\copy', value: ratio(seconds, copied), unit: 'times', target: '<= 3' },
    { what: 'import', value: median(seconds), unit: 's' },
    { what: '\\copy with two indexes', value: median(copied), unit: 's' },
    { what: 'import: memory at most', value: Math.max(...imported.map(({ maxMiB }) => maxMiB)), unit: 'MiB' },
    { what: 'embedded database: import', value: throughServer.seconds, unit: 's' },
    { what: 'longest write of an agent meanwhile', value: Math.max(...during), unit: 'ms', target: '<= 100' },
    { what: 'write meanwhile, 99th percentile', value: quantile(during, 0.99), unit: 'ms' },
    { what: 'longest write at rest', value: Math.max(...atRest), unit: 'ms' },
  ],
)
