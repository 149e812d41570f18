import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BackupPlace, freshBackupPlace } from '../testing/backup-place.ts'
import { runCommandHere } from '../testing/run-command-here.ts'
import { serve } from '../testing/run-doorstep.ts'
import { findPostgresPrograms } from './find-postgres-programs.mjs'

let place: BackupPlace
let kept: Awaited<ReturnType<BackupPlace['rows']>>
beforeEach(async () => {
  place = await freshBackupPlace('postgres')
  kept = await place.rows()
  await place.backUp()
})
afterEach(() => place.remove())

test('is not restored while a server with another application name runs', async () => {
  const { DATABASE_URL: url = '' } = place.settings
  const served = await serve({
    DATABASE_URL: `${url}${url.includes('?') ? '&' : '?'}application_name=shop`,
  })
  await expect(place.restore()).rejects.toThrow(
    /^Doorstep is running on this database, or another program is connected: shop \(\d+\)\. Stop all of Doorstep .+ to itself\.$/,
  )
  await served.stop()
  // The server itself may have written meanwhile, for instance when it polled the CRM.
  expect((await place.rows())['public.leads']).toEqual(kept['public.leads'])
})

test('is restored through a pooler that keeps its sessions open', async () => {
  await place.addLead('Later')
  const pooler = await openPooler(place.settings.DATABASE_URL)
  await place.restore(place.file, { ...place.source, url: pooler.url }).finally(pooler.close)
  expect(await place.rows()).toEqual(kept)
})

test('reports a backup and a restore as done even if its own session was ended meanwhile', async () => {
  const settings = { ...place.settings, POSTGRES_BIN: installLonelyPrograms(place.folder) }
  const copy = path.join(place.folder, 'lonely.backup')
  expect(await runCommandHere(settings, ['backup', copy])).toMatchObject({
    code: 0,
    errors: '',
    said: expect.stringContaining(`Done: 1 leads, 0 sales and 0 deliveries are in ${copy}.`),
  })
  await place.addLead('Later')
  const restored = await runCommandHere(settings, ['restore', copy, '--replace'])
  expect(restored).toMatchObject({
    code: 0,
    errors: '',
    said: expect.stringContaining(`Done: 1 leads, 0 sales and 0 deliveries came from ${copy}.`),
  })
  expect(restored.said).toContain('PostgreSQL will analyze it by itself: psql failed: not now')
  expect(await place.rows()).toEqual(kept)
})

/**
 * Installs PostgreSQL's programs as if an administrator or pooler ended every other session while they work. They also
 * refuse to analyze afterwards. Returns their folder.
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

/** Starts a pooler with one session for each client. It keeps the session when the client goes. */
async function openPooler(url = '') {
  const { pathname, searchParams } = new URL(url)
  const sessions: net.Socket[] = []
  const pooler = net.createServer((client) => {
    const session = net.connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
    sessions.push(session)
    client
      .on('error', () => {})
      .on('data', (sent) => {
        if (!sent.equals(TERMINATE)) session.write(sent)
      })
    session.on('data', (answer) => client.write(answer))
  })
  await once(pooler.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `postgresql://doorstep@127.0.0.1:${(pooler.address() as net.AddressInfo).port}${pathname}`,
    close: async () => {
      pooler.close()
      const open = sessions.filter((session) => !session.closed)
      await Promise.all(open.map((session) => once(session.end(TERMINATE), 'close')))
    },
  }
}
