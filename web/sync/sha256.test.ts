import { afterEach, expect, it, vi } from 'vitest'
import { sha256 } from './sha256.ts'

afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['£1,294 Zoë', '23e708a7bfb3d4c82e805c3bf5e03470f1b515f755ddea7a785fb47f80b030cf'],
])('hashes "%s" as UTF-8', async (text, hash) => {
  expect(await sha256(text)).toBe(hash)
})

it('returns nothing on a page without WebCrypto', async () => {
  vi.stubGlobal('crypto', {})
  expect(await sha256('abc')).toBeUndefined()
})
