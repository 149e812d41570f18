import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SealedVersion } from '#protocol/copy.ts'
import { checkFile, isOfAnotherAgreement } from './check-file.ts'
import { hexOf, readCode } from './code.ts'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keys = [{ ...pair.publicKey.export({ format: 'jwk' }), kid: 'k1' } as JsonWebKey & { kid: string }]

const PDF = Buffer.from('%PDF-1.7 the agreement')
const AGREEMENT = sha256('the agreement')
const agreementHash = Buffer.from(AGREEMENT, 'hex').toString('base64url')

function statementOf(stated: object, header: object = { alg: 'RS256', kid: 'k1' }): string {
  const signed = `${base64url(header)}.${base64url(stated)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), pair.privateKey).toString('base64url')}`
}
const sealed = (change: Partial<SealedVersion> = {}): SealedVersion => {
  const facts = { pdf_sha256: sha256(PDF), agreement_sha256: AGREEMENT, ...change }
  return { version: 1, sealed_at: '2026-11-24T10:04:00Z', statement: statementOf(facts), ...facts }
}
const check = (content: BlobPart, documents = [sealed()], hash = agreementHash) =>
  checkFile(new Blob([content]), { documents, keys, agreementHash: hash })

const NOT_SEALED = 'This file is not one we sealed. It may have been changed, printed to PDF or re-saved.'

test('recognises the sealed file, and the agreement in it by the hash of the code', async () =>
  expect(await check(PDF)).toEqual([
    'This file is, byte for byte, the one we sealed on 24 Nov 2026, 10:04.',
    'The agreement in it is the one shown at your door.',
  ]))

test('says if the code was made for another agreement', async () =>
  expect(await check(PDF, [sealed()], 'A'.repeat(43))).toEqual([
    expect.stringContaining('byte for byte'),
    'The agreement in it is not the one your code was made for.',
  ]))

test.each<[string, SealedVersion[], string, boolean]>([
  ['the agreement of the code', [sealed()], agreementHash, false],
  ['another agreement', [sealed()], 'A'.repeat(43), true],
  ['no record of what was shown', [sealed({ agreement_sha256: null })], 'A'.repeat(43), false],
  ['nothing sealed yet', [], 'A'.repeat(43), false],
])(
  'warns before a file is checked if the documents have another agreement: %s',
  (_what, documents, hash, warns) => expect(isOfAnotherAgreement(documents, hash)).toBe(warns),
)

test('says if there is no record of what was shown', async () =>
  expect(await check(PDF, [sealed({ agreement_sha256: null })])).toEqual([
    expect.stringContaining('byte for byte'),
    'There is no record of what was shown at your door.',
  ]))

test.each([0, 7, 14, 21])('refuses the file with its byte %d changed', async (place) => {
  const changed = Buffer.from(PDF)
  changed[place] = (changed[place] ?? 0) ^ 1
  expect(await check(changed)).toEqual([NOT_SEALED])
})

test('refuses a picture, and a file of 100 MB without reading it', async () => {
  expect(await check(Buffer.from('89504e470d0a1a0a', 'hex'))).toEqual([NOT_SEALED])
  const huge = { size: 100 * 1024 * 1024, arrayBuffer: () => Promise.reject(new Error('read')) }
  expect(await checkFile(huge as unknown as Blob, { documents: [sealed()], keys, agreementHash })).toEqual([
    NOT_SEALED,
  ])
})

test('does not trust a record unless our keys signed its statement about this very file', async () => {
  const signedForAnother = statementOf({ pdf_sha256: sha256('another'), agreement_sha256: AGREEMENT })
  const withoutAlgorithm = statementOf(
    { pdf_sha256: sha256(PDF), agreement_sha256: AGREEMENT },
    { alg: 'none', kid: 'k1' },
  )
  const byStranger = sealed().statement.replace(/.{6}$/, 'AAAAAA')
  for (const statement of [signedForAnother, withoutAlgorithm, byStranger])
    expect((await check(PDF, [{ ...sealed(), statement }]))[0]).toBe(NOT_SEALED)
})

test('reads a code from the address, and as a person types it from paper', () => {
  const code = { token: 'a'.repeat(22), agreementHash: 'b'.repeat(43) }
  const text = `${code.token}.${code.agreementHash}`
  expect(readCode(`#${text}`)).toEqual(code)
  expect(readCode(` https://sales.example/copy#${text.replace(/(.{4})/g, '$1 ')}`)).toEqual(code)
  for (const wrong of ['', '#', `#${text}x`, `#${code.token}`]) expect(readCode(wrong)).toBeUndefined()
})

test('writes a hash in hex', () => expect(hexOf(agreementHash)).toBe(AGREEMENT))
