import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type GoHighLevelDouble,
  startGoHighLevelDouble,
} from '#crm/gohighlevel/double/go-high-level-double.ts'
import { GHL_SYNC_PATH } from '#protocol/functions.ts'
import { VISITS_PATH } from '#protocol/visits.ts'
import { type HeldAnswer, holdAnswerTo, openProxy, type TcpProxy } from './testing/cuttable-connection.ts'
import { type FreshPostgres, freshMigratedUrl } from './testing/databases.ts'
import { holdLock } from './testing/held-lock.ts'
import { type Served, serve } from './testing/run-doorstep.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'

type NotedVisit = { id: string; lead: string; contact: string }

let postgres: FreshPostgres
let crm: GoHighLevelDouble
let settings: Record<string, string>
let api: Served
let leads: { id: string; crm_contact_id: string | null }[]
let proxy: TcpProxy
let doomed: ServerProcess
beforeAll(async () => {
  postgres = await freshMigratedUrl()
  crm = await startGoHighLevelDouble({ contacts: 4 })
  settings = {
    DATABASE_URL: postgres.url,
    GHL_BASE_URL: crm.url,
    GHL_API_TOKEN: crm.token,
    GHL_LOCATION_ID: crm.locationId,
  }
  api = await serve(settings, '--role=api')
  await api.call('POST', `${GHL_SYNC_PATH}?endpoint=sync-leads`, {})
  leads = await api.db.selectFrom('leads').select(['id', 'crm_contact_id']).execute()
})
beforeEach(async () => {
  proxy = await openProxy({ host: '127.0.0.1', port: Number(new URL(crm.url).port) })
  const throughProxy = { ...settings, GHL_BASE_URL: `http://127.0.0.1:${proxy.port}` }
  doomed = await startServerProcess(throughProxy, ['--role=worker'])
})
afterEach(() => {
  doomed?.kill('SIGKILL')
  proxy?.close()
})
afterAll(async () => {
  await api?.stop()
  await crm?.close()
  await postgres?.drop()
})

async function kill(): Promise<void> {
  doomed.kill('SIGKILL')
  await doomed.exitCode
}

/** Sends a visit to the API, as a phone does. */
async function note(outcome: string, undoes?: NotedVisit): Promise<NotedVisit> {
  const { id: lead, crm_contact_id } = undoes
    ? { id: undoes.lead, crm_contact_id: undoes.contact }
    : (leads.shift() ?? { id: '', crm_contact_id: '' })
  const id = randomUUID()
  const visit = { id, lead_id: lead, outcome, occurred_at: '2026-03-02T10:00:00Z' }
  await api.call('POST', VISITS_PATH, undoes ? { ...visit, undoes: undoes.id } : visit)
  return { id, lead, contact: crm_contact_id ?? '' }
}

/** As if the ten seconds before a push, or the half minute of the dead worker's lease, were over. */
const makeDue = ({ lead }: NotedVisit) =>
  sql`
    update deliveries set due_at = now(), leased_until = least(leased_until, now())
    where session_id = ${lead}`.execute(api.db)

async function deliverElsewhere(visit: NotedVisit): Promise<void> {
  await makeDue(visit)
  const next = await serve(settings, '--role=worker')
  await vi.waitFor(async () => {
    const { rows } = await sql`select state from deliveries where session_id = ${visit.lead}`.execute(api.db)
    expect(rows).toEqual([{ state: 'delivered' }])
  })
  await next.stop()
}

/** Kills the worker that has made a note in the CRM; `made` is the CRM's answer to it. */
type Death = (visit: NotedVisit, made: HeldAnswer) => Promise<void>

const beforeTheAnswer: Death = kill

const beforeItIsSaved: Death = async ({ id }, made) => {
  const lock = await holdLock(postgres.url, 'select from visits_in_crm where key = $1 for update', [id])
  made.pass()
  const saving = await lock.waiter()
  await kill()
  await lock.giveUp(saving)
  await lock.release()
}

describe.each<{ point: string; die: Death }>([
  { point: 'after the CRM has made the note, before the answer arrives', die: beforeTheAnswer },
  { point: "after the CRM's answer, before it is saved", die: beforeItIsSaved },
])('A visit whose worker is killed $point', ({ die }) => {
  async function noteAndDie(): Promise<NotedVisit> {
    const visit = await note('refused')
    const making = holdAnswerTo(visit.id, proxy)
    await makeDue(visit)
    const made = await making
    expect(crm.notes(visit.contact)).toHaveLength(1)
    await die(visit, made)
    return visit
  }

  test('is noted once by another worker', async () => {
    const visit = await noteAndDie()
    await deliverElsewhere(visit)
    expect(crm.notes(visit.contact)).toHaveLength(1)
    expect(crm.state.contacts.get(visit.contact)?.tags).toContain('refused')
  })

  test('leaves nothing there if it was taken back meanwhile', async () => {
    const visit = await noteAndDie()
    await note('refused', visit)
    await deliverElsewhere(visit)
    expect(crm.notes(visit.contact)).toEqual([])
    expect(crm.state.contacts.get(visit.contact)?.tags).toEqual([crm.leadTag])
  })
})
