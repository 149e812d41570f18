import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Crm } from '../../port.ts'
import { connectTo } from '../adapter.testing.ts'
import type { Fault } from '../double/faults.ts'
import { type GoHighLevelDouble, startGoHighLevelDouble } from '../double/go-high-level-double.ts'

const CONTACT = 'contact-000001'
const KEY = '00000000-0000-4000-8000-000000000001'
const NOTE = { kind: 'note', key: KEY, body: 'Refused\nThe dog bites' } as const
const TASK = {
  kind: 'task',
  key: KEY,
  title: 'Call back: 1 High Street',
  body: '',
  dueAt: '2026-07-03T17:00:00.000Z',
  isDone: false,
} as const
const SHORT_MS = 200
const LONG_MS = 60_000

let double: GoHighLevelDouble
let crm: Crm
/** Short only for a call that gets no response, because a slow machine must not make others fail. */
let timeoutMs: number
beforeEach(async () => {
  double = await startGoHighLevelDouble({ contacts: 3 })
  timeoutMs = LONG_MS
  crm = connectTo(double, { timeoutMs: () => timeoutMs }).crm
})
afterEach(() => double?.close())

const breakOnce = (operation: string, fault: Fault) => {
  let isBroken = false
  double.setFaults((request) => {
    if (isBroken || request.operation !== operation) return undefined
    isBroken = true
    return fault
  })
}
const calls = () => double.requests.map(({ operation }) => operation)

test('The last line of a note or task names its visit', async () => {
  await crm.entries.create(CONTACT, NOTE)
  await crm.entries.create(CONTACT, TASK)
  expect(double.notes(CONTACT)).toMatchObject([{ body: `Refused\nThe dog bites\n\nDoorstep visit ${KEY}` }])
  expect(double.tasks(CONTACT)).toMatchObject([
    {
      title: 'Call back: 1 High Street',
      body: `Doorstep visit ${KEY}`,
      dueDate: '2026-07-03T17:00:00.000Z',
      completed: false,
    },
  ])
})

test("Adding or removing a tag leaves the contact's other tags as they are", async () => {
  const tagsOf = () => double.contacts()[0]?.tags
  await crm.entries.create(CONTACT, { kind: 'tag', key: 'refused' })
  expect(tagsOf()).toEqual(['field-sales', 'refused'])
  await crm.entries.remove(CONTACT, { kind: 'tag', id: 'refused' })
  expect(tagsOf()).toEqual(['field-sales'])
  expect(calls()).toEqual(['add-tags', 'remove-tags'])
})

describe.each([NOTE, TASK])('The creation of a $kind', (entry) => {
  const create = `create-${entry.kind}`
  const held = () => [...double.notes(CONTACT), ...double.tasks(CONTACT)]

  test.each<Fault>(['timeout-after', 'reset-after', 'created-without-id'])(
    'is not repeated if its response is lost in a %s, and the entry is found afterwards',
    async (fault) => {
      breakOnce(create, fault)
      if (fault === 'timeout-after') timeoutMs = SHORT_MS
      const created = await crm.entries.create(CONTACT, entry)
      timeoutMs = LONG_MS
      expect(created).toMatchObject({ ok: false, failure: { retry: 'later' } })
      expect(calls()).toEqual([create])
      expect(await crm.entries.find(CONTACT, entry)).toEqual({ ok: true, value: held()[0]?.id })
      expect(held()).toHaveLength(1)
    },
  )

  test.each<Fault>(['timeout-before', 'reset-before', 'server-error', 'html-502'])(
    'leaves no entry if it fails with a %s',
    async (fault) => {
      breakOnce(create, fault)
      if (fault === 'timeout-before') timeoutMs = SHORT_MS
      expect(await crm.entries.create(CONTACT, entry)).toMatchObject({ failure: { retry: 'later' } })
      timeoutMs = LONG_MS
      expect(await crm.entries.find(CONTACT, entry)).toEqual({ ok: true, value: null })
    },
  )

  test('is retried after a 429', async () => {
    breakOnce(create, 'rate-limited')
    expect(await crm.entries.create(CONTACT, entry)).toMatchObject({ ok: true })
    expect([calls(), held().length]).toEqual([[create, create], 1])
  })

  test.each(['not found', 'invalid'] as const)(
    'is refused permanently if GoHighLevel reports the contact as %s',
    async (gone) => {
      double.state.goneIds = gone
      expect(await crm.entries.create('no-such-contact', entry)).toMatchObject({
        failure: { retry: 'never' },
      })
    },
  )
})
