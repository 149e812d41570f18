import { describe, expect, test } from 'vitest'
import { copyForCompany, copyForCustomer } from './copy-in-words.ts'
import { type CopyProgress, copyStateOf } from './copy-state.ts'

const AT = '2026-11-24T10:06:00.000Z'
const signed: CopyProgress = {
  copyBy: 'email',
  hasAddress: true,
  isSealed: false,
  paperGiven: null,
  mail: null,
}
const sealed = { ...signed, isSealed: true }
const mailed = (state: 'waiting' | 'parked' | 'delivered', reason: string | null = null) => ({
  ...sealed,
  mail: { state, at: AT, reason },
})

const CASES: [string, CopyProgress, boolean, string][] = [
  ['before it is sealed', signed, true, 'being-sealed'],
  ['before it is sealed, without a mail server', signed, false, 'no-mail'],
  ['before it is sealed, on paper', { ...signed, copyBy: 'paper' }, true, 'paper'],
  ['before the signing has arrived', { ...signed, copyBy: null }, true, 'being-sealed'],
  ['while its mail waits', mailed('waiting'), true, 'sent'],
  ['while its mail waits and the mail server is no longer set up', mailed('waiting'), false, 'no-mail'],
  ['once the mail server accepted it', mailed('delivered'), true, 'accepted'],
  ['once it was accepted, with the mail server removed since', mailed('delivered'), false, 'accepted'],
  ['once the mail server refused it', mailed('parked', 'Refused: 550.'), true, 'refused'],
  ['once refused and given on paper', { ...mailed('parked'), paperGiven: { at: AT } }, true, 'paper-given'],
  ['without a mail server', sealed, false, 'no-mail'],
  ['if it was sealed long before there was a mail server', sealed, true, 'not-mailed'],
  ['if the customer chose paper', { ...sealed, copyBy: 'paper' }, true, 'paper'],
  ['without an address', { ...sealed, hasAddress: false }, true, 'no-address'],
  ['if the signing was not recorded', { ...sealed, copyBy: null }, true, 'not-recorded'],
]

test.each(CASES)('the state of a copy %s', (_when, progress, hasMail, state) => {
  expect(copyStateOf(progress, hasMail).state).toBe(state)
})

describe('in words', () => {
  const word = (at: string) => `at ${at.slice(11, 16)}`
  const states = CASES.map(([, progress, hasMail]) => copyStateOf(progress, hasMail))

  test('names the moment and the code', () => {
    expect(copyForCompany(copyStateOf(mailed('delivered'), true), word)).toBe(
      'The copy was accepted by the mail server, at 10:06',
    )
    expect(copyForCompany(copyStateOf(mailed('parked', 'Refused: 550.'), true), word)).toBe(
      'The copy was not accepted by the mail server. Refused: 550. Give the customer the paper copy.',
    )
    expect(copyForCustomer(copyStateOf(mailed('waiting'), true), word)).toBe(
      'Your copy is sealed. It is being emailed to you.',
    )
  })

  test('names the number on the paper, if it has one', () => {
    const numbered = copyStateOf({ ...sealed, paperGiven: { at: AT, number: 'F-17' } }, true)
    expect(copyForCompany(numbered, word)).toBe('Paper copy given, no. F-17, at 10:06')
    expect(copyForCustomer(numbered, word)).toBe(
      'Your copy is sealed. You were given the paper copy no. F-17 on at 10:06.',
    )
    const plain = copyStateOf({ ...sealed, paperGiven: { at: AT } }, true)
    expect(copyForCompany(plain, word)).toBe('Paper copy given, at 10:06')
  })

  test('never claims that a mail was delivered or received', () => {
    for (const state of states)
      for (const sentence of [copyForCompany(state, word), copyForCustomer(state, word)])
        expect(sentence).not.toMatch(/deliver|received/i)
  })
})
