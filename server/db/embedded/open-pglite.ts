import { PGlite } from '@electric-sql/pglite'
import { RESULT_PARSERS, SESSION_SETTINGS } from '../result-types.ts'
import { DurableFiles } from './durable-files.ts'
import type { PostgresCode } from './postgres-code.ts'

const SETTINGS = {
  ...SESSION_SETTINGS,
  fsync: 'on',
  // fdatasync is a stub in PGlite's build.
  wal_sync_method: 'fsync',
  shared_buffers: '16MB',
}
const START_PARAMS = [
  // -F turns every sync off.
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

const BYTEA = 17
/** PGlite converts bytes one by one, which takes five times as long for a sealed document. */
const BYTES = {
  write: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`,
  // A copy with its own memory, because the answer is copied to another thread.
  read: (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
}

/**
 * Opens PGlite with durable commits on the database in the folder `files`. PGlite blocks its thread while it works.
 * Rejects with PostgreSQL's own reason if the database does not open.
 */
export async function openPglite(files: string, code?: PostgresCode): Promise<PGlite> {
  const log: string[] = []
  const pglite = new PGlite({
    fs: new DurableFiles(files),
    startParams: START_PARAMS,
    parsers: { ...RESULT_PARSERS, [BYTEA]: BYTES.read },
    serializers: { [BYTEA]: BYTES.write },
    onStderr: (line) => log.push(line) > 0,
    ...(code ? { pgliteWasmModule: code } : {}),
  })
  await pglite.waitReady.catch((error: unknown) => {
    throw new Error(fatalReason(log) ?? (error instanceof Error ? error.message : 'PGlite stopped'))
  })
  return pglite
}

/** Returns PostgreSQL's own reason, with any detail, from the lines of its log. */
function fatalReason(log: readonly string[]): string | undefined {
  const find = (level: RegExp) => log.map((line) => level.exec(line)?.[1]).find((text) => text !== undefined)
  const reason = find(/(?:FATAL|PANIC): +(.+)$/) ?? find(/^postgres: (.+)$/)
  return reason && [reason, find(/DETAIL: +(.+?)\.?$/)].filter(Boolean).join(': ')
}
