import { describe, expect, it } from 'vitest'
import type { CopyState } from '#domain/copy/copy-state.ts'
import type { SaleDeliveries, SaleDelivery } from '#protocol/back-office.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import type { Hindrance } from '../../hindrance.ts'
import type { PhoneSale } from '../../sync/phone-sales.ts'
import { stateOf, ticksOf } from './ticks.ts'
import { AT, LATER, phone, receipt, row, SIGNED } from './tracked.testing.ts'

const parked = (kind: 'update-opportunity' | 'report-progress' | 'record-evidence') => ({
  sessionId: 'sale_1_a',
  sequence: 2,
  kind,
  reason: 'No such column.',
  at: AT,
})
const deliveriesOf = (
  automation: SaleDelivery | null,
  crm: SaleDelivery | null = null,
  copy_state: CopyState | null = null,
): SaleDeliveries => ({
  session_id: 'sale_1_a',
  received_at: AT,
  crm,
  automation,
  seal: null,
  copy: null,
  acknowledgement: null,
  copy_state,
  clock: null,
})

type Known = {
  row?: OpportunityListed
  phone?: PhoneSale
  deliveries?: SaleDeliveries
  hindrance?: Hindrance
  isAhead?: boolean
}

/** Returns the states of the five ticks, their texts, and the places that offer a retry. */
function ticks({ row: known = row(), phone: kept, deliveries, ...standing }: Known) {
  const all = ticksOf({ row: known, phone: kept, deliveries, ...standing })
  return {
    states: all.map(({ state }) => state).join(' '),
    texts: all.map(({ text }) => text),
    retries: all.filter(({ canRetry }) => canRetry).map(({ place }) => place),
  }
}

describe('stateOf', () => {
  const inCrm = row({ ghl_opportunity_id: 'x', last_ghl_sync: LATER })
  const line = (known: Partial<Parameters<typeof ticksOf>[0]>) =>
    stateOf(ticksOf({ row: inCrm, phone: undefined, deliveries: undefined, ...known }))

  it('says how far a sale has come, and that no more is known', () => {
    expect(line({ deliveries: deliveriesOf(null) })).toEqual({ state: 'done', text: 'In the CRM' })
    expect(line({})).toEqual({ state: 'unknown', text: 'In the CRM' })
    expect(line({ hindrance: 'offline' })).toEqual({
      state: 'unknown',
      text: 'In the CRM. The rest isn’t known without a connection.',
    })
  })

  it('does not say that a sale is in the CRM if a paused phone has handed it in', () => {
    const won = row({ ...SIGNED, ghl_opportunity_id: 'x', last_ghl_sync: LATER })
    const handedIn = { row: won, phone: phone({ receipt }), isAhead: true }
    expect(line({ ...handedIn, hindrance: 'paused' })).toEqual({
      state: 'waiting',
      text: 'Waiting for the office',
    })
    expect(line({ ...handedIn, hindrance: 'not-enrolled' })).toEqual({
      state: 'unknown',
      text: 'On the server. The rest isn’t known until this phone is enrolled.',
    })
    expect(line(handedIn)).toEqual({ state: 'waiting', text: 'Waiting for the CRM' })
  })

  it.each([
    ['not-enrolled', 'Waiting until this phone is enrolled', []],
    ['bad-key', 'Waiting until the server accepts this phone’s key', []],
    ['paused', 'Waiting to be handed in', ['server']],
    ['offline', 'Waiting for a connection', ['server']],
  ] as const)('says what an unsent sale waits for if the phone is %s', (hindrance, text, retries) => {
    const unsent = { phone: phone({ writes: 1 }), hindrance }
    expect(line(unsent)).toEqual({ state: 'waiting', text })
    expect(ticks(unsent).texts[1]).toBe(text)
    expect(ticks(unsent).retries).toEqual(retries)
  })

  it('says what waits first', () => {
    expect(line({ phone: phone({ writes: 1, reports: 1 }) })).toEqual({
      state: 'waiting',
      text: 'Waiting for a connection',
    })
    expect(line({ row: row() })).toEqual({ state: 'waiting', text: 'Waiting for the CRM' })
  })

  it('says that a held sale waits for the office, without an alarm', () => {
    const reason = 'The sale waits until the office releases it.'
    const waiting: SaleDelivery = { state: 'waiting', at: AT, reason }
    const copy: CopyState = { state: 'sent', at: null, reason }
    const deliveries = { ...deliveriesOf(waiting, waiting, copy), held: true as const }
    const won = row(SIGNED)
    expect(line({ row: won, deliveries })).toEqual({ state: 'waiting', text: 'Waiting for the office' })
    const { states, texts, retries } = ticks({ row: won, phone: phone({ receipt }), deliveries })
    expect(states).toBe('done done waiting waiting waiting')
    expect(texts.slice(2)).toEqual([
      `Not in the CRM yet: ${reason}`,
      `Not at the automation service yet: ${reason}`,
      `The copy is being sent: ${reason}`,
    ])
    expect(retries).toEqual([])
  })

  it('says what is wrong before anything else, and what to do', () => {
    expect(line({ phone: phone({ writes: 1, parked: [parked('update-opportunity')] }) })).toEqual({
      state: 'bad',
      text: 'Not sent. Edit it, or retry.',
    })
  })
})

describe('ticksOf', () => {
  it('returns five done ticks if the sale has arrived everywhere', () => {
    const inCrm = row({ ...SIGNED, ghl_opportunity_id: 'x', last_ghl_sync: LATER, updated_at: LATER })
    const accepted: CopyState = { state: 'accepted', at: LATER, reason: null }
    const deliveries = deliveriesOf({ state: 'delivered', at: LATER, reason: null }, null, accepted)
    const { states, texts, retries } = ticks({ row: inCrm, phone: phone({ receipt }), deliveries })
    expect(states).toBe('done done done done done')
    expect(texts).toEqual([
      expect.stringMatching(/^Saved on this phone, /),
      expect.stringMatching(/^On the server since .+, receipt checked$/),
      expect.stringMatching(/^In the CRM since /),
      expect.stringMatching(/^At the automation service since /),
      expect.stringMatching(/^The copy was accepted by the mail server, /),
    ])
    expect(retries).toEqual([])
  })

  it.each([
    ['is done although the CRM itself changed the sale after the push', AT, 'delivered', 'done'],
    ['waits if the sale changed while it was being pushed', LATER, 'waiting', 'waiting'],
    ['needs attention if that later push is parked', LATER, 'parked', 'bad'],
  ] as const)('%s', (_title, last_ghl_sync, state, expected) => {
    const inCrm = row({ ghl_opportunity_id: 'x', last_ghl_sync, updated_at: LATER })
    const deliveries = deliveriesOf(null, { state, at: LATER, reason: null })
    expect(ticks({ row: inCrm, deliveries }).states).toBe(`none done ${expected} none none`)
  })

  it('says what is waiting while offline', () => {
    const inCrm = row({ ghl_opportunity_id: 'x', last_ghl_sync: LATER })
    const { states, texts, retries } = ticks({ row: inCrm, phone: phone({ writes: 2, reports: 1 }) })
    expect(states).toBe('done waiting waiting waiting none')
    expect(texts).toContain('Waiting for a connection')
    expect(texts).toContain('Changes not in the CRM yet')
    expect(retries).toEqual(['server'])
  })

  it('returns the reason of a refusal and offers a retry', () => {
    const { states, texts, retries } = ticks({
      phone: phone({ writes: 1, parked: [parked('update-opportunity')] }),
    })
    expect(states).toBe('done bad waiting unknown none')
    expect(texts).toContain('Needs attention: No such column.')
    expect(retries).toEqual(['server'])
  })

  it('returns the reasons of the CRM and the automation service', () => {
    const gone = (reason: string): SaleDelivery => ({ state: 'parked', at: AT, reason })
    const { states, texts, retries } = ticks({
      phone: phone(),
      deliveries: deliveriesOf(gone('410 Gone'), gone('422')),
    })
    expect(states).toBe('done done bad bad none')
    expect(texts).toContain('Not in the CRM yet: 422')
    expect(texts).toContain('Not at the automation service yet: 410 Gone')
    expect(retries).toEqual(['crm', 'automation'])
  })

  it('offers a retry if a report is waiting on the phone or on the server', () => {
    const waiting: SaleDelivery = { state: 'waiting', at: AT, reason: 'The receiver answered 500.' }
    const onServer = ticks({ phone: phone(), deliveries: deliveriesOf(waiting) })
    expect(onServer.texts).toContain('Not at the automation service yet: The receiver answered 500.')
    expect(onServer.retries).toContain('automation')
    expect(ticks({ phone: phone({ reports: 1 }) }).retries).toContain('automation')
  })

  it('should show a report that the server refused', () => {
    const { states } = ticks({ phone: phone({ reports: 1, parked: [parked('report-progress')] }) })
    expect(states).toBe('done done waiting bad none')
  })

  it('waits with the customer’s copy until the phone has sent the evidence', () => {
    const won = row({ status: 'closed-won', contract_timestamp: AT })
    const waits = ticks({ row: won, phone: phone({ records: 1 }) })
    expect(waits.states).toBe('done done waiting unknown waiting')
    expect(waits.texts).toContain('The copy is sent once this phone is online')
    expect(waits.retries).toContain('customer')
  })

  it('leaves the order done if its evidence is refused', () => {
    const won = row({ status: 'closed-won', contract_timestamp: AT })
    const sale = phone({ receipt, records: 1, parked: [parked('record-evidence')] })
    const refused = ticks({ row: won, phone: sale })
    expect(refused.states).toBe('done done waiting unknown bad')
    expect(refused.texts).toContain('Needs attention: No such column.')
    expect(refused.retries).toContain('customer')
  })

  it('says if another phone sold it, and if no automation service is set up', () => {
    const { states, texts } = ticks({ deliveries: deliveriesOf(null) })
    expect(states).toBe('none done waiting none none')
    expect(texts).toContain('Safe on the server, not on this phone')
    expect(texts).toContain('No automation service is set up')
  })

  it('says if the office has edited the sale since', () => {
    const { texts } = ticks({ phone: phone({ receipt: { ...receipt, corrected: true } }) })
    expect(texts).toContainEqual(expect.stringMatching(/, later edited by the office$/))
  })
})

describe('the tick of the customer', () => {
  const signed = row(SIGNED)
  const copyTick = (copy_state: CopyState, kept?: PhoneSale) =>
    ticksOf({ row: signed, phone: kept, deliveries: deliveriesOf(null, null, copy_state) }).at(-1)
  const copyIn = (state: CopyState['state'], reason: string | null = null) => ({ state, at: null, reason })

  it('waits for the connection, the seal and the mail server', () => {
    expect(copyTick(copyIn('sent'), phone({ writes: 1 }))).toMatchObject({
      state: 'waiting',
      text: 'The copy is sent once this phone is online',
      canRetry: false,
    })
    expect(copyTick(copyIn('being-sealed'))).toMatchObject({ state: 'waiting', canRetry: false })
    expect(copyTick(copyIn('sent', '451.'))).toMatchObject({
      state: 'waiting',
      text: 'The copy is being sent: 451.',
      canRetry: true,
    })
  })

  it('shows a refusal with its code, and what to do', () => {
    const refused = copyTick(copyIn('refused', 'Refused: 550, no such mailbox.'))
    expect(refused).toMatchObject({ place: 'customer', state: 'bad', canRetry: true })
    expect(refused?.text).toContain('550')
    expect(refused && stateOf([refused]).text).toBe('Copy not emailed. Give the paper copy.')
  })

  it('does not say that a paper copy was sent', () => {
    for (const state of ['accepted', 'paper-given'] as const) {
      const done = copyTick(copyIn(state))
      expect(done && stateOf([done])).toEqual({ state: 'done', text: 'In the CRM, copy sent or given' })
    }
  })

  it('holds nothing up if there is nothing to mail', () => {
    for (const state of ['paper', 'no-mail', 'no-address', 'not-recorded', 'not-mailed'] as const)
      expect(copyTick(copyIn(state))).toMatchObject({ state: 'none', canRetry: false })
  })

  it('asks the agent who made the sale to give the paper copy', () => {
    for (const state of ['paper', 'no-mail', 'no-address', 'not-mailed'] as const) {
      const owed = copyTick(copyIn(state), phone({ receipt, hasCopy: true }))
      expect(owed && stateOf([owed])).toEqual({ state: 'waiting', text: 'Give the paper copy.' })
    }
    const unrecorded = copyTick(copyIn('not-recorded'), phone({ receipt, hasCopy: true }))
    expect(unrecorded).toMatchObject({ state: 'none' })
  })

  it('says that the paper was given before the server knows it', () => {
    const paper = { at: AT, number: '1042' }
    const unsent = copyTick(copyIn('paper'), phone({ receipt, records: 1, hasCopy: true, paper }))
    expect(unsent?.text).toMatch(/^Paper copy given, no\. 1042, .*, recorded once this phone is online$/)
    const sent = copyTick(copyIn('paper'), phone({ receipt, hasCopy: true, paper }))
    expect(sent).toMatchObject({ state: 'done' })
  })

  it('asks for no copy once the customer has cancelled', () => {
    const deliveries = {
      ...deliveriesOf(null, null, copyIn('paper')),
      cancelled_at: AT,
      cancelled_in_time: true,
    }
    const kept = phone({ receipt, hasCopy: true })
    expect(ticksOf({ row: signed, phone: kept, deliveries }).at(-1)).toMatchObject({
      state: 'none',
      text: 'The customer has cancelled',
    })
    const late = { ...deliveries, cancelled_in_time: false }
    expect(ticksOf({ row: signed, phone: kept, deliveries: late }).at(-1)).toMatchObject({ state: 'waiting' })
  })

  it('does not apply before the signature, and is unknown while offline', () => {
    const before = ticksOf({ row: row(), phone: undefined, deliveries: deliveriesOf(null) }).at(-1)
    expect(before).toMatchObject({ state: 'none', text: 'The customer’s copy follows the signature' })
    const offline = ticks({ row: signed, hindrance: 'offline' })
    expect(offline.states).toBe('none done waiting unknown unknown')
    expect(offline.texts.at(-1)).toBe('The customer’s copy: not known without a connection')
  })

  it('knows without the server that the paper was given', () => {
    const given = phone({ receipt, hasCopy: true, paper: { at: AT, number: '1042' } })
    const { states, texts } = ticks({ row: signed, phone: given, hindrance: 'paused', isAhead: true })
    expect(states).toBe('done done waiting unknown done')
    expect(texts.at(-1)).toMatch(/^Paper copy given, no\. 1042, /)
    expect(texts[2]).toBe('CRM: waiting for the office, as this phone is paused')
  })

  it('does not blame the connection if a phone that is not enrolled still has the sale', () => {
    const unsent = ticks({ row: signed, phone: phone({ writes: 1 }), hindrance: 'not-enrolled' })
    expect(unsent.texts.at(-1)).toBe('The copy is sent once this phone is enrolled')
  })

  it('does not blame the connection for a copy that the server does not have yet', () => {
    const answered = ticksOf({ row: signed, phone: undefined, deliveries: deliveriesOf(null) }).at(-1)
    expect(answered).toMatchObject({ state: 'none', text: 'No copy for the customer yet' })
  })
})
