import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreementOf, evidenceWith, exampleAgreement } from '#domain/testing/agreements.ts'
import { saleAfter, TO_CONTRACT } from '#domain/testing/sale-commands.ts'
import { agreementHash, agreementText, evidenceHash, hashInAddress } from './evidence.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the hash of an agreement', () => {
  /** These change if the words of template 2026-11 change. Customers have signed it, so add a new template instead. */
  test('is what it was when the template was first used', () => {
    expect(agreementHash(agreementOf(), sha256)).toMatchInlineSnapshot(
      `"cb0ee208904c9271b69e484b1e2fa40b5f83a2a6e10020d8916bd52e4dba76b9"`,
    )
    expect(agreementHash(exampleAgreement(), sha256)).toMatchInlineSnapshot(
      `"11d8a1688e855244888aaaa6069502d30f8e148c63bf397c52673eac23191d7f"`,
    )
  })

  test('is the same after a round trip as JSON, whatever the order of its keys', () => {
    const agreement = agreementOf()
    const reversed = Object.fromEntries(Object.entries(agreement).reverse()) as typeof agreement
    expect(agreementHash(JSON.parse(JSON.stringify(reversed)), sha256)).toBe(agreementHash(agreement, sha256))
  })

  test('changes with every field', () => changesWithEveryField(agreementOf(), agreementHash))

  test('differs between any two customers', () => {
    const sale = saleAfter(...TO_CONTRACT)
    const named = (firstName: string) => agreementOf({ ...sale, customer: { ...sale.customer, firstName } })
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        const [first, second] = [named(one), named(other)]
        const same = first.customer.name === second.customer.name
        expect(agreementHash(first, sha256) === agreementHash(second, sha256)).toBe(same)
      }),
    )
  })
})

test('the hash of evidence changes with every field', () =>
  changesWithEveryField(evidenceWith(), evidenceHash))

/** Checks the hash after changing one value at a time, at any depth. */
function changesWithEveryField<Value>(value: Value, hash: (value: Value, of: typeof sha256) => string) {
  const before = hash(value, sha256)
  const paths = leaves(value)
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths) {
    const copy = structuredClone(value)
    const parent = path.slice(0, -1).reduce<never>((at, key) => at[key as never], copy as never)
    ;(parent as Record<string | number, unknown>)[path.at(-1) as string] = 'changed'
    expect(hash(copy, sha256), path.join('.')).not.toBe(before)
  }
}

const leaves = (value: unknown): (string | number)[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner).map((path) => [key, ...path]))
    : [[]]

test('is 43 characters of base64url in an address', () => {
  const hex = sha256(agreementText(agreementOf()))
  expect(hashInAddress(hex)).toHaveLength(43)
  expect(hashInAddress(hex)).toBe(Buffer.from(hex, 'hex').toString('base64url'))
})
