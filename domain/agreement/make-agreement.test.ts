import { describe, expect, test } from 'vitest'
import { newSale } from '../sale/sale.ts'
import { agreementOf, COMPANY, exampleAgreement } from '../testing/agreements.ts'
import { choose, discount, LEAD, saleAfter, select, TO_CONTRACT } from '../testing/sale-commands.ts'
import type { Agreement, Block } from './agreement.ts'
import { agreementFacts } from './agreement-facts.ts'
import { NO_COMPANY } from './company.ts'
import { isTemplate } from './make-agreement.ts'

const textsOf = (block: Block): string[] => {
  if (block.kind === 'list') return [...block.items]
  return block.kind === 'facts' ? block.rows.map((row) => row.join(': ')) : [block.text]
}
const wordsOf = (agreement: Agreement, title?: string) =>
  agreement.sections
    .filter((section) => title === undefined || section.title === title)
    .flatMap(({ blocks }) => blocks.flatMap(textsOf))
    .join('\n')

test('has the five sections in order', () => {
  expect(agreementOf().sections.map(({ title }) => title)).toEqual([
    'Contract summary',
    'Service agreement',
    'Your right to cancel',
    'Cancellation form',
    'Information about this contract',
  ])
})

test('quotes the fixed terms exactly', () => {
  expect(wordsOf(agreementOf(), 'Service agreement')).toBe(
    [
      'Broadband service agreement',
      'Between the provider and Ada King Noel for the address 2 High St, Riverside, AB1 2CD.',
      'Basic Broadband, 50 Mbps: £299 a month, installation £695 after a voucher discount of £300. Total value £994.',
      'Minimum term: This agreement runs for a minimum of 24 months from activation.',
      'Cancellation: After the minimum term either side may cancel with 30 days’ notice.',
      'Installation: Installation takes place within 2-4 weeks of the survey.',
      'Fair usage: Data is unlimited and subject to the fair usage policy.',
    ].join('\n'),
  )
})

test('explains a total below zero', () => {
  const sale = saleAfter(select(LEAD), { type: 'continue-with-lead' }, choose('premium'), discount(1500))
  expect(wordsOf(agreementOf(sale))).toContain(
    '£599 a month, installation FREE and a voucher discount of £1,500. Total value -£901. The discount is more than the price.',
  )
})

test('has the headings of the contract summary in order', () => {
  const [summary] = agreementOf().sections
  const headings = summary?.blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []))
  expect(headings).toEqual([
    'Provider and contact',
    'Services and equipment',
    'Speeds and remedies',
    'Price',
    'Duration, renewal and termination',
    'Features for end-users with disabilities',
    'Other relevant information',
  ])
})

test('shows the price over the minimum term as well as the total value', () => {
  expect(wordsOf(agreementOf(), 'Contract summary')).toContain('Over the 24-month minimum term: £7,871')
})

test('names the company wherever the customer needs an address to write to', () => {
  const inFull = 'Fellside Broadband Ltd, 1 Market Place, Alston CA9 3AB, 01434 000000, help@fellside.example'
  for (const title of ['Your right to cancel', 'Cancellation form', 'Information about this contract'])
    expect(wordsOf(agreementOf(), title), title).toContain(inFull)
})

describe('without a company', () => {
  test('says that it is an example', () => {
    for (const title of ['Contract summary', 'Your right to cancel', 'Cancellation form'])
      expect(wordsOf(exampleAgreement(), title), title).toContain('EXAMPLE, no company is set')
  })

  test('says what the company has not provided', () => {
    expect(wordsOf(exampleAgreement())).toContain('Disputes out of court: Not provided by the company')
  })
})

test('puts the choices into words', () => {
  const sale = saleAfter(...TO_CONTRACT)
  expect(wordsOf(agreementOf(sale))).toContain('documents by e-mail at ada@example.org.')
  expect(wordsOf(agreementOf(sale))).toContain('has not asked for the service to begin before the 14 days')
  const other = wordsOf(agreementOf({ ...sale, choices: { copy: 'paper', begin_early: true } }))
  expect(other).toContain('I receive my copy and these documents on paper.')
  expect(other).toContain('I ask you to begin the service before the 14 days are over.')
})

test('counts the period from delivery if the customer buys the equipment', () => {
  const sold = agreementOf(undefined, { ...COMPANY, equipment: 'sold' })
  expect(wordsOf(sold, 'Your right to cancel')).toContain('acquires, physical possession of the last good.')
  expect(wordsOf(agreementOf(), 'Your right to cancel')).toContain('the conclusion of the contract.')
})

test('has no ID number', () => {
  const sale = saleAfter(...TO_CONTRACT)
  expect(sale.customer.idNumber).toBe('19800101-1234')
  expect(JSON.stringify(agreementOf(sale))).not.toContain('19800101')
  expect(agreementOf({ ...sale, customer: { ...sale.customer, idNumber: '2' } })).toEqual(agreementOf(sale))
})

test.each(['legally binding', 'compliant', 'court-proof', 'verified identity', 'delivered'])(
  'does not claim to be "%s"',
  (claim) => expect(wordsOf(agreementOf()).toLowerCase()).not.toContain(claim),
)

test('is not made without a place and a package', () => {
  const given = { company: NO_COMPANY, copyUrl: '', nonce: '' }
  expect(agreementFacts(newSale('sale_1_a'), given)).toBeUndefined()
  expect(agreementFacts(saleAfter(select(LEAD)), given)).toBeUndefined()
})

test('knows its templates', () => {
  expect([isTemplate('2026-11'), isTemplate('2031-01'), isTemplate('toString')]).toEqual([true, false, false])
})
