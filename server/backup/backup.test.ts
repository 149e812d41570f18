import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CHANGES_PATH } from '#protocol/changes.ts'
import { DO_NOT_KNOCK_PATH } from '#protocol/register.ts'
import type { Db } from '../db/schema.ts'
import { addInvitation, addPerson } from '../identity/people.queries.ts'
import { hashOf } from '../identity/secrets.ts'
import { addSignIn } from '../identity/sign-in.queries.ts'
import { type BackupPlace, freshBackupPlace } from '../testing/backup-place.ts'
import { DATABASES } from '../testing/databases.ts'
import { type Served, serve, startCommand } from '../testing/run-doorstep.ts'
import { openStream } from '../testing/sse-client.ts'

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
const ENTRY = {
  id: '0f9a3b52-8a94-4f5e-9a37-1c5c1f6f0a01',
  scope: 'household',
  at: '2026-03-01T09:00:00.000Z',
  street_address: '12 Mill Road',
  postcode: 'LL79 1AB',
}
const CHANGES = `${CHANGES_PATH}?apikey=public-anon-key`

const places: BackupPlace[] = []
afterEach(async () => {
  for (const place of places.splice(0)) await place.remove()
})

describe.each(DATABASES)('a backup of the %s database', (kind) => {
  const freshPlace = async (): Promise<BackupPlace> => {
    const place = await freshBackupPlace(kind)
    places.push(place)
    return place
  }

  test('brings back every row, and makes phones read their lists again', async () => {
    const place = await freshPlace()
    const { settings, file, doorstep, rows } = place
    const cursor = await whileServed(settings, sellSomething)
    await place.atRest((db) => addPerson(db, 'Ada', 'admin'))
    const kept = await rows()
    await place.atRest(signInAndInvite)
    const made = await doorstep('backup', file)
    expect(made).toMatchObject({ code: 0, errors: '' })
    expect(made.said).toMatch(/^Done: 41 leads, 1 sales and 1 deliveries are in .+doorstep\.backup\.$/m)

    const changed = await place.addLead('Later')
    expect(await doorstep('restore', file)).toMatchObject({
      code: 1,
      errors:
        'The database holds 1 entries of the do-not-knock register, 42 leads and 1 sales. Add --replace to replace them with the backup.\n',
    })
    expect(await rows()).toEqual(changed)

    const restored = await doorstep('restore', file, '--replace')
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(restored.said).toMatch(
      /^Done: 41 leads, 1 sales and 1 deliveries came from .+doorstep\.backup\.$/m,
    )
    expect(await rows()).toEqual(kept)
    await whileServed(settings, async ({ url }) => {
      const stream = await openStream(`${url}${CHANGES}`, { 'last-event-id': cursor })
      expect(await stream.next()).toMatchObject({ event: 'reload' })
      stream.close()
      await expect(place.restore()).rejects.toThrow(
        /^Doorstep is running on .+\. Stop .+ first: .+ to itself\.$/,
      )
    })
  })

  test('is a complete file that only its owner can read, and changes nothing if it is broken or its restore is killed', async () => {
    const place = await freshPlace()
    const { folder, file, backUp, restore, rows } = place
    expect(await backUp()).toEqual({ leads: 1, sales: 0, deliveries: 0 })
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder)).not.toContain('doorstep.backup.unfinished')
    await expect(backUp()).rejects.toThrow(`${file} already exists.`)

    const before = await rows()
    const whole = fs.readFileSync(file)
    const broken = path.join(folder, 'broken.backup')
    const middle = Math.floor(whole.length / 2)
    for (const content of [whole.subarray(0, -3_000), whole.with(middle, (whole[middle] ?? 0) ^ 0xff)]) {
      fs.writeFileSync(broken, content)
      await expect(restore(broken)).rejects.toThrow(/^.+broken\.backup (is damaged|cannot be read): .+/)
    }
    fs.writeFileSync(broken, 'a letter')
    await expect(restore(broken)).rejects.toThrow(`${broken} is not a Doorstep backup.`)
    expect(await rows()).toEqual(before)

    const later = await place.addLead('Later')
    if (kind === 'postgres') await killBeforeCommit(place)
    else await killAfterUnpacking(place)
    expect(await rows(), 'after a restore that was killed').toEqual(later)
  })
})

test('a backup is made even if its output is no longer read', async () => {
  const place = await freshBackupPlace('postgres')
  places.push(place)
  const { process, outcome } = startCommand(place.settings, 'backup', place.file)
  outcome.catch(() => {})
  process.stdout?.destroy()
  expect(await once(process, 'exit')).toEqual([0, null])
  expect(fs.existsSync(place.file)).toBe(true)
})

/** Signs Ada in and invites her once more. A restore undoes both. */
async function signInAndInvite(db: Db): Promise<void> {
  const { id: personId } = await db.selectFrom('people').select('id').executeTakeFirstOrThrow()
  await addSignIn(db, personId, hashOf('sign-in'))
  await addInvitation(db, { personId, opens: 'sign-in', hash: hashOf('code') })
}

async function whileServed<Value>(
  settings: Record<string, string>,
  work: (served: Served) => Promise<Value>,
): Promise<Value> {
  const served = await serve(settings)
  return work(served).finally(served.stop)
}

/** Makes leads, a signed sale and its delivery, and returns the cursor after the changes. */
async function sellSomething({ call, url }: Served): Promise<string> {
  await call('POST', '/functions/v1/ghl-sync?endpoint=sync-leads')
  await call('POST', '/rest/v1/opportunities', SALE)
  await call('PATCH', '/rest/v1/opportunities?session_id=eq.sale_1', {
    status: 'closed-won',
    contract_signature: SIGNATURE,
  })
  await call('POST', DO_NOT_KNOCK_PATH, ENTRY)
  const stream = await openStream(`${url}${CHANGES}`)
  const first = await stream.next()
  stream.close()
  return first?.id ?? ''
}

/** Runs a restore with a script that kills it. */
function restoreWith(script: string, { settings, file }: BackupPlace) {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(script)}`
  return startCommand({ ...settings, NODE_OPTIONS }, 'restore', file, '--replace').outcome
}

/** Kills the restore before the first of the renames that put the new files in their place. */
async function killAfterUnpacking(place: BackupPlace) {
  const script = `import fs from 'node:fs'
    const rename = fs.renameSync
    fs.renameSync = (...names) => {
      if (names[1].endsWith('/postgres.next')) process.kill(process.pid, 'SIGKILL')
      return rename(...names)
    }`
  expect(await restoreWith(script, place)).toMatchObject({ code: null })
}

/** Kills the restore once psql has received all of the backup except the last word. */
async function killBeforeCommit(place: BackupPlace) {
  const script = `import programs from 'node:child_process'
    import { syncBuiltinESMExports } from 'node:module'
    const { spawn } = programs
    programs.spawn = (file, args, options) => {
      const child = spawn(file, args, options)
      if (args.includes('--file=-')) child.once('close', () => process.kill(process.pid, 'SIGKILL'))
      return child
    }
    syncBuiltinESMExports()`
  expect(await restoreWith(script, place)).toMatchObject({
    code: null,
    said: expect.stringContaining('Replaying it'),
  })
  const others = new pg.Client({ connectionString: place.settings.DATABASE_URL })
  await others.connect()
  const sessions = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await vi.waitFor(async () => expect((await others.query(sessions)).rows).toEqual([]))
  await others.end()
}
