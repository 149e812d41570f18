import { describe, expect, test } from 'vitest'
import { eventInWords } from './event-words.ts'

const titleOf = (kind: string, details = {}) => eventInWords({ kind, details }).title
const linesOf = (kind: string, details = {}) => eventInWords({ kind, details }).lines

describe('An event of a sale in words', () => {
  test('says how the customer signed and how wrong the phone’s clock was', () => {
    const clock = { zone: 'Europe/London', utc_offset_minutes: 0 }
    const choices = { copy: 'paper', begin_early: true }
    expect(
      eventInWords({
        kind: 'signed',
        details: { kind: 'typed', choices, clock: { ...clock, server_ahead_ms: 86_400_000 } },
      }),
    ).toEqual({
      title: 'The customer signed by typing a name',
      lines: [
        'Copy on paper.',
        'The service may begin before the 14 days are over.',
        'Time by the phone’s clock, which was 1 day slow.',
      ],
    })
    const with_ = (server_ahead_ms: number | null) =>
      linesOf('signed', { kind: 'drawn', choices: { copy: 'email' }, clock: { ...clock, server_ahead_ms } })
    expect(with_(-60_000).at(-1)).toBe('Time by the phone’s clock, which was 60 seconds fast.')
    expect(with_(null).at(-1)).toBe('Time by the phone’s clock, which could not be compared.')
    expect(with_(300)).toEqual(['Copy by email.'])
  })

  test('says why a sale was held', () => {
    expect(eventInWords({ kind: 'sale-held', details: { hold: 'phone-suspended' } })).toEqual({
      title: 'The sale was held for the office',
      lines: ['The phone was suspended.'],
    })
  })

  test('says what came of the sale, with amount and note, and what was taken back', () => {
    const happened_on = '2026-12-08'
    expect(
      eventInWords({ kind: 'clawback', details: { happened_on, amount: 120.5, words: 'By letter' } }),
    ).toEqual({
      title: 'Clawback on Tuesday 8 December 2026',
      lines: ['£120.50', 'By letter'],
    })
    expect(eventInWords({ kind: 'install-booked', details: { happened_on, words: '' } })).toEqual({
      title: 'Installation booked for Tuesday 8 December 2026',
      lines: [],
    })
    expect(
      eventInWords({ kind: 'outcome-taken-back', details: { outcome: 'installed', happened_on } }),
    ).toEqual({
      title: 'Taken back: Installed',
      lines: ['It was recorded as: Installed on Tuesday 8 December 2026.'],
    })
  })

  test('gives each finding a sentence, with the fields', () => {
    const findings = [
      { code: 'terms-differ', details: ['customer_name', 'service_speed'] },
      { code: 'clock-off', details: ['86400'] },
    ]
    expect(linesOf('checked', { findings })).toEqual([
      'The stored sale differs from the agreement: customer name, service speed.',
      'The phone’s clock was 1 day slow when the customer signed.',
    ])
    expect(linesOf('checked', { findings: [] })).toEqual(['All recorded details match.'])
  })

  test('repeats what the customer wrote', () => {
    expect(linesOf('disputed', { words: 'Another price' })).toEqual(['Another price'])
    expect(titleOf('cancel-received', { words: '', in_time: false })).toBe(
      'The customer cancelled, after the last day',
    )
    expect(linesOf('cancel-received', { words: '', in_time: true })).toEqual([])
  })

  test('says which receiver took or refused the sale', () => {
    const attempt = { target: 'crm', ok: false, status: 422, message: 'No such field.' }
    expect(eventInWords({ kind: 'delivery-attempted', details: attempt })).toEqual({
      title: 'The CRM did not accept the sale (422)',
      lines: ['No such field.'],
      isBad: true,
    })
    expect(titleOf('delivery-attempted', { ...attempt, ok: true })).toBe('The CRM accepted the sale')
  })

  test('says what the office retried', () =>
    expect(titleOf('deliveries-retried', { target: 'crm' })).toBe(
      'The office retried the delivery to the CRM',
    ))

  test('shows an event of a later release by its name', () =>
    expect(eventInWords({ kind: 'copy-framed', details: { by: 'customer' } })).toEqual({
      title: 'Copy framed',
      lines: [],
    }))
})
