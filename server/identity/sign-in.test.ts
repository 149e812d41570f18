import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IDENTITY_PATH, type Me } from '#protocol/identity.ts'
import { Browser, codeFor, enrolled, type House, openHouse, PASSWORD, signedIn } from './browsers.testing.ts'
import { setPhoneState } from './phone-state.queries.ts'

const codeOf = (answer: { json(): unknown }) => (answer.json() as { code: string }).code

describe('Where everyone must sign in', () => {
  let house: House
  beforeAll(async () => {
    house = await openHouse('required')
  })
  afterAll(() => house?.close())

  test('the public key alone reads nothing, but can ask who calls', async () => {
    const stranger = new Browser(house)
    for (const path of ['/rest/v1/leads', '/rest/v1/opportunities', '/functions/v1/back-office'])
      expect([path, codeOf(await stranger.call('GET', path))]).toEqual([path, 'sign-in-needed'])
    expect((await stranger.identity('/me')).json()).toEqual({
      mode: 'required',
      person: null,
      phone: null,
      permissions: [],
      has_company_accounts: false,
    })
    expect((await stranger.call('GET', '/healthz')).statusCode).toBe(200)
    const keyless = await stranger.call('GET', '/rest/v1/leads', { headers: { apikey: 'wrong' } })
    expect([keyless.statusCode, codeOf(keyless)]).toEqual([401, 'invalid-key'])
  })

  test('an invitation opens once, and its person signs in with the new password', async () => {
    const code = await codeFor(house, 'Ada', 'admin')
    const browser = new Browser(house)
    expect((await browser.identity('/invitation', { code })).json()).toMatchObject({
      name: 'Ada',
      role: 'admin',
      opens: 'sign-in',
    })
    const short = await browser.identity('/accept', { code, password: 'short' })
    expect(short.statusCode).toBe(400)
    const typed = code.toLowerCase().replaceAll('-', ' ')
    const me = (await browser.identity('/accept', { code: typed, password: PASSWORD })).json<Me>()
    expect(me.person).toMatchObject({ name: 'Ada', role: 'admin' })
    expect((await browser.office('GET', '/people')).statusCode).toBe(200)
    const again = await new Browser(house).identity('/accept', { code, password: PASSWORD })
    expect([again.statusCode, codeOf(again)]).toEqual([404, 'no-such-invitation'])

    const another = new Browser(house)
    expect((await another.identity('/sign-in', { name: 'ADA ', password: PASSWORD })).statusCode).toBe(200)
    expect((await another.identity('/sign-out', {})).json<Me>().person).toBeNull()
    expect((await another.office('GET', '/people')).statusCode).toBe(401)
    expect((await browser.office('GET', '/people')).statusCode).toBe(200)
  })

  test('the cookie of a sign-in is only for this site, and no script can read it', async () => {
    const browser = new Browser(house)
    const code = await codeFor(house, 'Cleo', 'office')
    const answer = await browser.identity('/accept', { code, password: PASSWORD })
    expect(answer.cookies).toEqual([
      expect.objectContaining({ name: 'doorstep-sign-in', httpOnly: true, sameSite: 'Strict', path: '/' }),
    ])
    expect(answer.body).not.toContain(browser.cookies.get('doorstep-sign-in'))
  })

  test.each(['Theo', 'No One'])(
    'wrong passwords for %s soon cost time, whether someone has the name or not',
    async (name) => {
      if (name === 'Theo') await signedIn(house, name, 'auditor')
      const guess = (typed: string) =>
        new Browser(house).identity('/sign-in', { name: typed, password: 'a wrong password' })
      const { db } = house.context
      await sql`delete from wrong_passwords`.execute(db)
      const waits = async () =>
        (
          await sql<{ failures: number; waits: boolean }>`
      select failures, next_try_at > failed_at as waits from wrong_passwords`.execute(db)
        ).rows
      for (let tries = 0; tries < 4; tries++) expect(codeOf(await guess(name))).toBe('wrong-password')
      expect(await waits()).toEqual([{ failures: 4, waits: false }])
      expect(codeOf(await guess(` ${name.toUpperCase()} `))).toBe('wrong-password')
      expect(await waits()).toEqual([{ failures: 5, waits: true }])
      // The wait of a second may be over before the next call.
      await sql`update wrong_passwords set next_try_at = now() + interval '1 minute'`.execute(db)
      const refused = await new Browser(house).identity('/sign-in', { name, password: PASSWORD })
      expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'too-many-tries'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      await sql`update wrong_passwords set next_try_at = now()`.execute(db)
      const right = await new Browser(house).identity('/sign-in', { name, password: PASSWORD })
      expect(right.statusCode).toBe(name === 'Theo' ? 200 : 403)
      expect(await waits()).toHaveLength(name === 'Theo' ? 0 : 1)
      await sql`update wrong_passwords set failed_at = now() - interval '25 hours'`.execute(db)
      await guess('Another')
      expect(await waits()).toEqual([{ failures: 1, waits: false }])
    },
  )

  test('a sign-in ends after 12 hours without use, and with the role of its person', async () => {
    const browser = await signedIn(house, 'Iris', 'office')
    const admin = await signedIn(house, 'Root', 'admin')
    await sql`update sign_ins set seen_at = now() - interval '13 hours'
      where person_id = (select id from people where name = 'Iris')`.execute(house.context.db)
    house.context.callers.forget()
    expect(codeOf(await browser.office('GET', '/people'))).toBe('sign-in-needed')
    await browser.identity('/sign-in', { name: 'Iris', password: PASSWORD })
    const { people } = (await admin.office('GET', '/people')).json<{
      people: { id: string; name: string }[]
    }>()
    const iris = people.find(({ name }) => name === 'Iris')
    expect((await admin.office('PATCH', `/people/${iris?.id}`, { status: 'suspended' })).statusCode).toBe(200)
    expect(codeOf(await browser.office('GET', '/people'))).toBe('sign-in-needed')
    expect(codeOf(await browser.identity('/sign-in', { name: 'Iris', password: PASSWORD }))).toBe(
      'wrong-password',
    )
  })

  test('a code enrols one phone, which may repeat a call whose response it lost', async () => {
    const code = await codeFor(house, 'Mara', 'agent')
    const phone_id = randomUUID()
    const phone = new Browser(house)
    const me = (await phone.identity('/enrol', { code, phone_id })).json<Me>()
    expect(me.phone).toMatchObject({ id: phone_id, state: 'active', person: { name: 'Mara' } })
    expect((await phone.identity('/enrol', { code, phone_id })).statusCode).toBe(200)
    expect((await phone.call('GET', '/rest/v1/leads')).statusCode).toBe(200)
    const thief = await new Browser(house).identity('/enrol', { code, phone_id: randomUUID() })
    expect([thief.statusCode, codeOf(thief)]).toEqual([404, 'no-such-invitation'])
    const office = await phone.call('GET', '/functions/v1/back-office')
    expect([office.statusCode, codeOf(office)]).toEqual([403, 'not-allowed'])
  })

  test('a code lifts no suspension, and a used code cannot enrol a wiped phone again', async () => {
    const code = await codeFor(house, 'Olive', 'agent')
    const phone_id = randomUUID()
    const phone = new Browser(house)
    const again = () => phone.identity('/enrol', { code, phone_id })
    const withAnother = async () =>
      phone.identity('/enrol', { code: await codeFor(house, 'Oscar', 'agent'), phone_id })
    await again()
    for (const state of ['suspended', 'wiping'] as const) {
      await setPhoneState(house.context.db, { actor: 'operator' }, phone_id, state)
      for (const enrolment of [await again(), await withAnother()])
        expect(enrolment.json<Me>().phone).toMatchObject({ state })
      expect(codeOf(await phone.call('GET', '/rest/v1/leads'))).toBe('phone-suspended')
    }
    await phone.identity('/wiped', {})
    expect(codeOf(await again())).toBe('no-such-invitation')
  })

  test('another browser cannot take the identity of a phone, but a phone that lost its cookie has its proof', async () => {
    const phone_id = randomUUID()
    const proof = randomUUID()
    const code = (name: string) => codeFor(house, name, 'agent')
    const ofPaula = await code('Paula')
    await new Browser(house).identity('/enrol', { code: ofPaula, phone_id, proof })
    const thief = { code: await code('Tim'), phone_id }
    expect(codeOf(await new Browser(house).identity('/enrol', thief))).toBe('phone-taken')
    const guess = { ...thief, proof: randomUUID() }
    expect(codeOf(await new Browser(house).identity('/enrol', guess))).toBe('phone-taken')
    const seen = { code: ofPaula, phone_id }
    expect(codeOf(await new Browser(house).identity('/enrol', seen))).toBe('phone-taken')
    const itself = await new Browser(house).identity('/enrol', { ...thief, proof })
    expect(itself.json<Me>().phone).toMatchObject({ id: phone_id, person: { name: 'Tim' } })
  })

  test('a cookie that was cut off before its path does not hide that of the phone', async () => {
    const phone = await enrolled(house, 'Cara', randomUUID())
    const cookie = `doorstep-phone=cut; doorstep-phone=${phone.cookies.get('doorstep-phone')}`
    const answer = await new Browser(house).call('GET', `${IDENTITY_PATH}/me`, { headers: { cookie } })
    expect(answer.json<Me>().phone).toMatchObject({ person: { name: 'Cara' } })
  })

  test('an unknown credential is refused as an unknown phone', async () => {
    const phone = await enrolled(house, 'Nils', randomUUID())
    phone.cookies.set('doorstep-phone', 'made-up')
    const answer = await phone.call('GET', '/rest/v1/leads')
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'phone-unknown'])
  })
})

test('where no one signs in nothing changes, and no one can sign in', async () => {
  const house = await openHouse('anonymous')
  const browser = new Browser(house)
  const refused = await browser.identity('/sign-in', { name: 'Ada', password: PASSWORD })
  expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'no-sign-in'])
  expect((await browser.identity('/me')).json<Me>()).toMatchObject({ mode: 'anonymous', person: null })
  expect((await browser.call('GET', '/rest/v1/leads')).statusCode).toBe(200)
  const people = await browser.office('POST', '/people', { name: 'Ada', role: 'admin' })
  expect([people.statusCode, codeOf(people)]).toEqual([401, 'sign-in-needed'])
  expect(codeOf(await browser.office('GET', '/people'))).toBe('sign-in-needed')
  await house.close()
})

test('where people may sign in, the public key opens what it did before, but appoints no one', async () => {
  const house = await openHouse('mixed')
  const browser = new Browser(house)
  expect((await browser.call('GET', '/rest/v1/leads')).statusCode).toBe(200)
  expect((await browser.office('GET', '/audit')).statusCode).toBe(200)
  expect(codeOf(await browser.office('POST', '/tokens', { name: 'x', permissions: ['read-leads'] }))).toBe(
    'sign-in-needed',
  )
  browser.cookies.set('doorstep-phone', 'of a phone that was wiped')
  expect(codeOf(await browser.call('GET', '/rest/v1/leads'))).toBe('phone-unknown')
  await house.close()
})
