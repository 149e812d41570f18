import { describe, expect, it } from 'vitest'
import type { Sale } from '#domain/sale/sale.ts'
import { signingWith } from '#domain/testing/agreements.ts'
import { correctCustomer } from './correct-customer.ts'
import { ADA, AT, callsFor, SIGNED } from './sale-calls.testing.ts'
import { callsToRebuild } from './whole-sale.ts'

describe('what was recorded of a signing', () => {
  const signing = signingWith()
  const recorded: Sale = { ...SIGNED, signing, copiesGiven: { paper: AT }, calls: 6 }
  const evidence = { kind: 'record-evidence', body: signing }
  const copy = { kind: 'record-copy', body: { session_id: 'sale_1_a', way: 'paper', at: AT } }

  it('is the last call, after the order and its report', () => {
    expect(callsFor(recorded, { type: 'contract-signed' })).toMatchObject([
      { kind: 'update-opportunity', sequence: 7 },
      { kind: 'report-progress', sequence: 8 },
      { ...evidence, sequence: 9 },
    ])
  })

  it('is not sent if the sale has no record, like one from an earlier release', () => {
    expect(callsFor(SIGNED, { type: 'contract-signed' })).toHaveLength(2)
  })

  it('gains each copy that the agent gives', () => {
    expect(callsFor(recorded, { type: 'copy-given', way: 'paper' })).toEqual([
      { ...copy, sessionId: 'sale_1_a', sequence: 7 },
    ])
  })

  it('gains the number on the paper, but a shared copy has none', () => {
    const numbered: Sale = { ...recorded, paperNumber: 'F-17', copiesGiven: { paper: AT, shared: AT } }
    expect(callsFor(numbered, { type: 'copy-given', way: 'paper' })[0]?.body).toEqual({
      ...copy.body,
      number: 'F-17',
    })
    expect(callsFor(numbered, { type: 'copy-given', way: 'shared' })[0]?.body).not.toHaveProperty('number')
    expect(callsToRebuild({ ...numbered, calls: 11 }).slice(-2)).toMatchObject([
      { body: { way: 'paper', number: 'F-17' }, sequence: 10 },
      { body: { way: 'shared' }, sequence: 11 },
    ])
  })

  it('is rebuilt with the sale, under its original numbers', () => {
    expect(callsToRebuild({ ...recorded, calls: 10 })).toMatchObject([
      { sequence: 1 },
      { sequence: 2 },
      { kind: 'update-opportunity', sequence: 7 },
      { ...evidence, sequence: 9 },
      { ...copy, sequence: 10 },
    ])
  })

  it('keeps what was signed if the customer is corrected later', () => {
    const [call] = callsFor(recorded, { type: 'contract-signed' }).slice(-1)
    expect(call && correctCustomer(call, { ...ADA, email: 'new@example.org' })).toBe(call)
  })
})
