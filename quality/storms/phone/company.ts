import { sql } from 'kysely'
import { TOKEN_PERMISSIONS } from '#domain/access/permissions.ts'
import { BY_OPERATOR } from '#server/audit/record-act.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { announceCallers } from '#server/identity/announce-callers.queries.ts'
import { addAndInvite, changeAppointed, inviteAgain } from '#server/identity/people.commands.ts'
import { setPhoneState } from '#server/identity/phone-state.queries.ts'
import { hashOf, newToken } from '#server/identity/secrets.ts'
import { addToken } from '#server/identity/tokens.queries.ts'
import { releaseSale } from '#server/sales/holds.queries.ts'

/** A company with agents on enrolled phones. Its office interferes in the middle of their sales. */
export type Company = {
  /** The token with which the storm itself reads. */
  token: string
  counts: Record<Interference | 'released', number>
  /** Returns the code of an invitation that enrols a phone for an agent who is not suspended. */
  invite(): Promise<string>
  interfere(phone: EnrolledPhone): Promise<void>
  /** Releases every held sale, and returns how many there were. */
  releaseAll(): Promise<number>
  /** Resumes every agent and phone. */
  calmDown(): Promise<void>
}

/** `open` starts the app on the phone again, and enrols it if necessary. */
type EnrolledPhone = { id: string; open: () => Promise<void> }

/**
 * `pause`: suspends or resumes a phone. `suspend`: suspends or resumes an agent. `forget`: ends the enrolment of a
 * phone, as a restore from before it does. `release`: releases held sales.
 */
type Interference = 'pause' | 'suspend' | 'forget' | 'release'

const INTERFERES = ['pause', 'pause', 'suspend', 'forget', 'forget', 'release'] as const
const AGENTS = ['Mara', 'Ben', 'Noa']

export async function openCompany(db: Db, random: () => number): Promise<Company> {
  const office = { db, by: BY_OPERATOR, role: 'admin', origin: 'http://localhost' } as const
  const agents = await Promise.all(
    AGENTS.map(async (name) => expectDone(await addAndInvite(office, { name, role: 'agent' })).person.id),
  )
  const token = await makeToken(db)
  const suspended = new Set<string>()
  const paused = new Set<string>()
  const counts = { pause: 0, suspend: 0, forget: 0, release: 0, released: 0 }
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item

  async function pausePhone(id: string): Promise<void> {
    const state = paused.delete(id) ? 'active' : 'suspended'
    if (state === 'suspended') paused.add(id)
    await setPhoneState(db, BY_OPERATOR, id, state)
  }

  async function suspendAgent(id: string): Promise<void> {
    const status = suspended.delete(id) ? 'active' : 'suspended'
    // At least one agent must be left for whom phones can be enrolled.
    if (status === 'suspended' && suspended.size === agents.length - 1) return
    if (status === 'suspended') suspended.add(id)
    expectDone(await changeAppointed(office, id, { status }))
  }

  async function releaseAll(): Promise<number> {
    const held = await db
      .selectFrom('opportunities')
      .select('session_id')
      .where('hold', 'is not', null)
      .execute()
    for (const { session_id } of held)
      await db.transaction().execute((transaction) => releaseSale(transaction, session_id))
    counts.released += held.length
    return held.length
  }

  return {
    token,
    counts,
    releaseAll,
    async invite() {
      const agent = pick(agents.filter((id) => !suspended.has(id)))
      return expectDone(await inviteAgain(office, agent, 'phone')).code
    },
    async interfere({ id, open }) {
      const kind = pick(INTERFERES)
      counts[kind] += 1
      switch (kind) {
        case 'pause':
          return pausePhone(id)
        case 'suspend':
          return suspendAgent(pick(agents))
        case 'release':
          return void (await releaseAll())
        case 'forget':
          await forgetPhone(db, id)
          return open()
      }
    },
    async calmDown() {
      for (const id of suspended) await suspendAgent(id)
      for (const id of paused) await pausePhone(id)
    },
  }
}

async function makeToken(db: Db): Promise<string> {
  const token = newToken()
  const permissions = [...TOKEN_PERMISSIONS]
  await addToken(db, { name: 'Storm', permissions, hash: hashOf(token), hint: '', createdBy: null })
  return token
}

const forgetPhone = (db: Db, id: string) =>
  db.transaction().execute(async (transaction) => {
    await sql`update phones set credential_sha256 = null where id = ${id}::uuid`.execute(transaction)
    await announceCallers(transaction)
  })

function expectDone<Value>(answer: { ok: true; value: Value } | { ok: false; failure: unknown }): Value {
  if (!answer.ok) throw new Error(`The office could not: ${JSON.stringify(answer.failure)}`)
  return answer.value
}

/** Returns the people for whom each phone was ever enrolled. */
export async function readPhonePeople(db: Db): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await db.selectFrom('phone_people').select(['phone_id', 'person_id']).execute()
  const byPhone = Map.groupBy(rows, ({ phone_id }) => phone_id)
  return new Map(
    [...byPhone].map(([phone, people]) => [phone, new Set(people.map(({ person_id }) => person_id))]),
  )
}
