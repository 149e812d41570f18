import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { IDENTITY_PATH } from '#protocol/identity.ts'
import { type BackupPlace, freshBackupPlace } from '../../testing/backup-place.ts'
import { DATABASES } from '../../testing/databases.ts'
import { serve, startCommand } from '../../testing/run-doorstep.ts'

let place: BackupPlace
afterEach(() => place?.remove())

const ADDRESS = /^http:\/\/localhost:\d+\/sign-in#([A-Z]{4}-[A-Z]{4}-[A-Z]{4})\n$/
const acts = () =>
  place.atRest((db) => db.selectFrom('audit').select(['actor', 'verb']).orderBy('id').execute())

describe.each(DATABASES)('doorstep invite and people on the %s database', (kind) => {
  test('print a one-time address, and who is invited', async () => {
    place = await freshBackupPlace(kind)
    expect((await place.doorstep('people')).said).toContain('There are no people yet.')
    const invited = await place.doorstep('invite', 'Ada', 'Lund', '--role=admin')
    expect(invited).toMatchObject({ code: 0, said: expect.stringMatching(ADDRESS) })
    expect(invited.errors).toContain('AUTH_MODE')
    const again = await place.doorstep('invite', 'ada lund', '--role=auditor')
    expect(again.said).not.toBe(invited.said)
    expect((await place.doorstep('people')).said).toMatch(/^Ada Lund: auditor, invited until \S+Z\n$/)
    expect(await acts()).toEqual([
      { actor: 'operator', verb: 'person-invited' },
      { actor: 'operator', verb: 'person-invited' },
    ])
    expect(await place.doorstep('phone', 'wipe', randomUUID())).toMatchObject({
      code: 1,
      errors: 'No enrolled phone has this id. List them with: doorstep people\n',
    })
  })
})

test('on an embedded database in use they go through the running Doorstep, in every mode', async () => {
  place = await freshBackupPlace('embedded')
  const running = await serve({ ...place.settings, AUTH_MODE: 'required' })
  const settings = { ...place.settings, PORT: new URL(running.url).port, AUTH_MODE: 'required' }
  const doorstep = (...args: string[]) => startCommand(settings, ...args).outcome
  const { said } = await doorstep('invite', 'Mara', '--role=agent')
  const code = new URL(said.trim()).hash.slice(1)
  expect(new URL(said.trim()).pathname).toBe('/enrol')
  const phone_id = randomUUID()
  const enrolled = await running.call('POST', `${IDENTITY_PATH}/enrol`, { code, phone_id })
  const cookie = enrolled.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const leads = () =>
    fetch(`${running.url}/rest/v1/leads`, { headers: { apikey: 'public-anon-key', cookie } })
  expect((await leads()).status).toBe(200)
  expect((await doorstep('people')).said).toBe(`Mara: agent, Phone A ${phone_id} active\n`)
  expect((await doorstep('phone', 'suspend', phone_id)).said).toMatch(/^Phone A of Mara is suspended: /)
  const refused = await leads()
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    401,
    'phone-suspended',
  ])
  expect((await doorstep('leads', 'export')).code).toBe(0)
  await running.stop()
  expect(await acts()).toEqual([
    { actor: 'operator', verb: 'person-invited' },
    { actor: 'person', verb: 'phone-enrolled' },
    { actor: 'operator', verb: 'phone-suspended' },
    { actor: 'operator', verb: 'leads-exported' },
  ])
})
