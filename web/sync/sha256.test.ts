import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.ts'
import { sha256ByHand } from './sha256-by-hand.ts'

it('a text has the hash that everybody works out for it', async () => {
  expect(await sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

it('a page without TLS works out the same hash by hand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))
      expect(sha256ByHand(bytes)).toEqual(new Uint8Array(digest))
    }),
  )
})
