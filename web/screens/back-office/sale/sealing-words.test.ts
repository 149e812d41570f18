import { expect, test } from 'vitest'
import type { SaleDelivery } from '#protocol/back-office.ts'
import type { SaleRecord } from '#protocol/sale-record.ts'
import { sealingInWords } from './sealing-words.ts'

const AT = '2026-11-24T14:05:09.000Z'

/** Returns the sentence for a signed sale without evidence, whose seal is in the given state. */
function sentenceOf(seal: Partial<SaleDelivery> | null, { versions = 0, key = null as string | null } = {}) {
  const record = {
    sale: { contract_timestamp: AT, received_at: AT },
    evidence: null,
    deliveries: {
      crm: null,
      automation: null,
      seal: seal && { state: 'waiting', at: AT, reason: null, ...seal },
    },
    seal_reason: key,
  } as unknown as SaleRecord
  return sealingInWords(record, versions)
}

test.each([
  ['the key cannot be used', sentenceOf({}, { key: 'No key.' }), /^It is waiting for the seal key: No key\./],
  ['it is its turn', sentenceOf({}), /^It is being sealed\.$/],
  [
    'an attempt failed',
    sentenceOf({ reason: 'No disk.' }),
    /^It will be retried soon\. The last attempt: No disk\.$/,
  ],
  [
    'it is parked',
    sentenceOf({ state: 'parked', reason: 'A bug.' }),
    /^It could not be sealed: A bug\. Retry it/,
  ],
  ['no evidence has arrived', sentenceOf(null), /^It is waiting for the phone’s record of the signing\./],
  ['a correction is to be sealed', sentenceOf({}, { versions: 1 }), /^It is being sealed\.$/],
])('says what a document waits for if %s', (_state, sentence, words) => expect(sentence).toMatch(words))

test('says nothing about a sealed sale, even while the key cannot be used', () => {
  expect(sentenceOf({ state: 'delivered' }, { versions: 1, key: 'No key.' })).toBeUndefined()
  expect(sentenceOf(null, { versions: 1 })).toBeUndefined()
})
