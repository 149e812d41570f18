import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MerkleTree } from './merkle.ts'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** Returns the root exactly as RFC 6962, 2.1 defines it. */
function rootByDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256()
  const [only] = leaves
  if (leaves.length === 1 && only) return sha256(Uint8Array.of(0), only)
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(
    Uint8Array.of(1),
    rootByDefinition(leaves.slice(0, half)),
    rootByDefinition(leaves.slice(half)),
  )
}

function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const tree = new MerkleTree()
  for (const leaf of leaves) tree.add(leaf)
  return tree.root()
}

test('has the root that RFC 6962 defines, for any number of leaves', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 8 }), { maxLength: 70 }), (leaves) => {
      expect(Buffer.from(rootOf(leaves))).toEqual(Buffer.from(rootByDefinition(leaves)))
    }),
  )
})

test('has the root of the test vectors of Certificate Transparency', () => {
  const leaves = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ]
  expect(Buffer.from(rootOf(leaves.map((hex) => Buffer.from(hex, 'hex')))).toString('hex')).toBe(
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  )
})
