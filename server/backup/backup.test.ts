import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CHANGES_PATH } from '#protocol/changes.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/schema.ts'
import { DATABASES, freshEmbeddedFolder, freshFolder, freshMigratedUrl } from '../testing/databases.ts'
import { readEveryRow } from '../testing/every-row.ts'
import { type Outcome, type Served, serve, startCommand } from '../testing/run-doorstep.ts'
import { openStream } from '../testing/sse-client.ts'
import { backUpEmbedded, restoreEmbedded } from './embedded-backup.ts'
import { findPostgresPrograms } from './find-postgres-programs.mjs'
import { restorePostgres } from './postgres-backup.ts'

const SIGNATURE = `data:image/png;base64,${'iVBORw0KGgo'.repeat(2_000)}`
const SALE = {
  session_id: 'sale_1',
  customer_name: 'Zoë “Z” O’Hara',
  customer_email: 'zoe@example.com',
  customer_id_number: '19800101-1234',
  voucher_amount: 1500,
  service_monthly_price: 299,
  service_installation_price: 995,
  contract_timestamp: '2026-03-01T10:00:00.000Z',
}
/** A restored database is another one for the phones: its changes begin anew. */
const OF_ONE_LIFE = ['public.changes', 'public.change_epoch']
const CHANGES = `${CHANGES_PATH}?apikey=public-anon-key`
const NOBODY = 65_534
const PATIENTLY = { timeout: 180_000, interval: 5 }

describe.each(DATABASES)('a backup of the %s database', (kind) => {
  let folder: string
  let file: string
  let settings: Record<string, string>
  let drop: () => unknown
  /** Where a phone is in the changes of the database that is backed up, and what that holds. */
  let cursor: string
  let kept: Record<string, string[]>
  let outcome: Outcome
  beforeAll(async () => {
    folder = freshFolder()
    file = path.join(folder, 'doorstep.backup')
    ;({ settings, drop } = await freshPlace(kind, folder))
    cursor = await whileServed(sellSomething)
    kept = await atRest(readRows)
    outcome = await doorstep('backup', file)
  })
  afterAll(async () => {
    await drop()
    fs.rmSync(folder, { recursive: true })
  })

  const restore = async (from: string) => {
    const { DATA_DIR = '', DATABASE_URL: url = '' } = settings
    const source = { url, environment: process.env, log: console, say: () => {} }
    return kind === 'embedded' ? restoreEmbedded(DATA_DIR, from, true) : restorePostgres(source, from, true)
  }
  const restoring: Restore = (env) => startCommand({ ...settings, ...env }, 'restore', file, '--replace')
  const doorstep = (...args: string[]): Promise<Outcome> => startCommand(settings, ...args).outcome
  const whileServed = async <Value>(work: (served: Served) => Promise<Value>): Promise<Value> => {
    const served = await serve(settings)
    return work(served).finally(served.stop)
  }
  const atRest = async <Value>(work: (db: Db) => Promise<Value>): Promise<Value> => {
    const place = { databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR ?? '' }
    const database = await openDatabase(place, console)
    return work(database.db).finally(database.close)
  }
  const change = async (db: Db) => {
    await db.deleteFrom('deliveries').execute()
    await db.updateTable('leads').set({ notes: 'Later' }).execute()
    return readRows(db)
  }

  test('is a whole file that only its owner can read', () => {
    expect(outcome).toMatchObject({ code: 0, errors: '' })
    expect(outcome.said).toMatch(/^Done: 40 leads, 1 sales and 1 deliveries are in .+doorstep\.backup\.$/m)
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder)).not.toContain('doorstep.backup.unfinished')
  })

  test('is made also when nobody reads what is said of it', async () => {
    const unheard = path.join(folder, 'unheard.backup')
    const { process, outcome } = startCommand(settings, 'backup', unheard)
    outcome.catch(() => {})
    process.stdout?.destroy()
    expect(await once(process, 'exit')).toEqual([0, null])
    expect(fs.existsSync(unheard)).toBe(true)
  })

  test('brings back every row where it is told to, and lets phones know that it is another database', async () => {
    const changed = await atRest(change)
    expect(await doorstep('restore', file)).toMatchObject({
      code: 1,
      errors: 'The database holds 40 leads and 1 sales. Say --replace to put the backup in their place.\n',
    })
    expect(await atRest(readRows)).toEqual(changed)

    const restored = await doorstep('restore', file, '--replace')
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(restored.said).toMatch(
      /^Done: 40 leads, 1 sales and 1 deliveries came from .+doorstep\.backup\.$/m,
    )
    expect(await atRest(readRows)).toEqual(kept)
    await whileServed(async ({ url }) => {
      const stream = await openStream(`${url}${CHANGES}`, { 'last-event-id': cursor })
      expect(await stream.next()).toMatchObject({ event: 'reload' })
      stream.close()
      await expect(restore(file)).rejects.toThrow(/^Doorstep runs on .+\. Stop .+ first: .+ at rest\.$/)
    })
  })

  test('that is broken is refused, and nothing is touched', async () => {
    const before = await atRest(change)
    const whole = fs.readFileSync(file)
    const broken = path.join(folder, 'broken.backup')
    const middle = Math.floor(whole.length / 2)
    for (const content of [whole.subarray(0, -3_000), whole.with(middle, (whole[middle] ?? 0) ^ 0xff)]) {
      fs.writeFileSync(broken, content)
      await expect(restore(broken)).rejects.toThrow(/^.+broken\.backup (is damaged|cannot be read): .+/)
    }
    fs.writeFileSync(broken, 'a letter')
    await expect(restore(broken)).rejects.toThrow(`${broken} is no backup of Doorstep.`)
    expect(await atRest(readRows)).toEqual(before)
  })

  test('whose restore is killed leaves what was there', async () => {
    const before = await atRest(change)
    if (kind === 'postgres') await killBeforeCommit(settings.DATABASE_URL, restoring)
    else await killAfter(1, restoring)
    expect(await atRest(readRows)).toEqual(before)
  })

  test.runIf(kind === 'postgres')(
    'is not restored while a server that goes by another name runs',
    async () => {
      const before = await atRest(change)
      const { DATABASE_URL: url = '' } = settings
      const served = await serve({
        DATABASE_URL: `${url}${url.includes('?') ? '&' : '?'}application_name=shop`,
      })
      await expect(restore(file)).rejects.toThrow(
        /^Doorstep runs on this database, or somebody else is on it: shop \(\d+\)\. Stop every process of it.+ at rest\.$/,
      )
      await served.stop()
      expect(await atRest(readRows)).toEqual(before)
    },
  )

  test.runIf(kind === 'postgres')(
    'is restored through a pooler that keeps the sessions it opens',
    async () => {
      await atRest(change)
      const pooler = await openPooler(settings.DATABASE_URL)
      const source = { url: pooler.url, environment: process.env, log: console, say: () => {} }
      await restorePostgres(source, file, true).finally(pooler.close)
      expect(await atRest(readRows)).toEqual(kept)
    },
  )

  test.runIf(kind === 'postgres')(
    'is said to be made and restored when it is, also if its own session was ended meanwhile',
    async () => {
      await atRest(change)
      const programs = { POSTGRES_BIN: installLonelyPrograms(folder) }
      const copy = path.join(folder, 'lonely.backup')
      const made = startCommand({ ...settings, ...programs }, 'backup', copy)
      expect(await made.outcome).toMatchObject({
        code: 0,
        errors: '',
        said: expect.stringContaining(`Done: 40 leads, 1 sales and 0 deliveries are in ${copy}.`),
      })
      const restored = await restoring(programs).outcome
      expect(restored).toMatchObject({
        code: 0,
        errors: '',
        said: expect.stringContaining(`Done: 40 leads, 1 sales and 1 deliveries came from ${file}.`),
      })
      expect(restored.said).toContain('PostgreSQL will analyze it by itself: psql failed: not now')
      expect(await atRest(readRows)).toEqual(kept)
    },
  )

  test.runIf(kind === 'embedded')(
    'whose restore is killed between two names is there at the next start',
    async () => {
      await atRest(change)
      await killAfter(2, restoring)
      expect(await atRest(readRows)).toEqual(kept)
      const left = fs.readdirSync(settings.DATA_DIR ?? '').filter((name) => name.startsWith('postgres'))
      expect(left).toEqual(['postgres'])
    },
  )

  test.runIf(kind === 'embedded' && process.getuid?.() === 0)(
    'by root, and its restore, leave the data folder to its owner',
    async () => {
      const { DATA_DIR: dataDir = '' } = settings
      const places = () => [dataDir, ...fs.globSync(`${dataDir}/**`)]
      const owners = () => [...new Set(places().map((place) => fs.statSync(place).uid))]
      for (const place of places()) fs.chownSync(place, NOBODY, NOBODY)

      await backUpEmbedded(dataDir, path.join(folder, 'by-root.backup'))
      expect(owners()).toEqual([NOBODY])
      await restore(file)
      expect(owners()).toEqual([NOBODY])
    },
  )
})

const readRows = (db: Db) => readEveryRow(db, OF_ONE_LIFE)

async function freshPlace(kind: (typeof DATABASES)[number], folder: string) {
  if (kind === 'postgres') {
    const { url, drop } = await freshMigratedUrl()
    return { settings: { DATABASE_URL: url }, drop }
  }
  const dataDir = await freshEmbeddedFolder(path.join(folder, 'data'))
  return { settings: { DATA_DIR: dataDir }, drop: () => {} }
}

/** Leads, a signed sale and its delivery; answers how far the changes are. */
async function sellSomething({ call, url }: Served): Promise<string> {
  await call('POST', '/functions/v1/ghl-sync?endpoint=sync-leads')
  await call('POST', '/rest/v1/opportunities', SALE)
  await call('PATCH', '/rest/v1/opportunities?session_id=eq.sale_1', {
    status: 'closed-won',
    contract_signature: SIGNATURE,
  })
  const stream = await openStream(`${url}${CHANGES}`)
  const first = await stream.next()
  stream.close()
  return first?.id ?? ''
}

type Restore = (env?: Record<string, string>) => ReturnType<typeof startCommand>

/** The restore gives the new files their place by three renames; this one dies before the next of them. */
async function killAfter(renames: number, restore: Restore) {
  const script = `import fs from 'node:fs'
    const rename = fs.renameSync
    let left = ${renames}
    fs.renameSync = (...names) => {
      if (/\\/postgres[.\\w]*$/.test(names[1]) && left-- === 0) process.kill(process.pid, 'SIGKILL')
      return rename(...names)
    }`
  const { outcome } = restore({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` })
  expect(await outcome).toMatchObject({ code: null })
}

/**
 * PostgreSQL's programs as on a database whose administrator, or pooler, ends every other session while they work, and
 * lets nobody analyze afterwards; answers their folder.
 */
function installLonelyPrograms(folder: string): string {
  const origin = findPostgresPrograms() ?? ''
  const bin = path.join(folder, 'lonely')
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  const endOthers = `"${origin}/psql" --quiet --output=/dev/null --command="select pg_terminate_backend(pid, 5000) ${others}"`
  fs.mkdirSync(bin)
  for (const name of ['pg_dump', 'psql', 'pg_restore']) {
    const script = `#!/bin/sh
      case "$*" in
        *--version*) exec "${origin}/${name}" "$@" ;;
        *analyze*) echo "error: not now" >&2; exit 1 ;;
      esac
      "${origin}/${name}" "$@" && ${name === 'pg_restore' ? 'true' : endOthers}`
    fs.writeFileSync(path.join(bin, name), script, { mode: 0o755 })
  }
  return bin
}

const TERMINATE = Buffer.from('X\0\0\0\x04', 'latin1')

/** A pooler before a database, with a session for each who comes, which it keeps when they go. */
async function openPooler(url = '') {
  const { pathname, searchParams } = new URL(url)
  const kept: net.Socket[] = []
  const pooler = net.createServer((client) => {
    const session = net.connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
    kept.push(session)
    client
      .on('error', () => {})
      .on('data', (said) => {
        if (!said.equals(TERMINATE)) session.write(said)
      })
    session.on('data', (answer) => client.write(answer))
  })
  await once(pooler.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `postgresql://doorstep@127.0.0.1:${(pooler.address() as net.AddressInfo).port}${pathname}`,
    close: async () => {
      pooler.close()
      const open = kept.filter((session) => !session.closed)
      await Promise.all(open.map((session) => once(session.end(TERMINATE), 'close')))
    },
  }
}

/** The restore dies when all of the backup is with psql, but for the last word. */
async function killBeforeCommit(url = '', restore: Restore) {
  const script = `import programs from 'node:child_process'
    import { syncBuiltinESMExports } from 'node:module'
    const { spawn } = programs
    programs.spawn = (file, args, options) => {
      const child = spawn(file, args, options)
      if (args.includes('--file=-')) child.once('close', () => process.kill(process.pid, 'SIGKILL'))
      return child
    }
    syncBuiltinESMExports()`
  const { outcome } = restore({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` })
  expect(await outcome).toMatchObject({ code: null, said: expect.stringContaining('Replaying it') })
  const others = new pg.Client({ connectionString: url })
  await others.connect()
  const sessions = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await vi.waitFor(async () => expect((await others.query(sessions)).rows).toEqual([]), PATIENTLY)
  await others.end()
}
