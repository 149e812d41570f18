import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreementWith } from '#domain/testing/agreements.ts'
import { voucherVerdictOf } from '#domain/testing/premises.ts'
import { agreementText } from '#protocol/evidence.ts'
import { PICTURE } from '../../evidence/signings.testing.ts'
import { sha256Hex } from '../../sha256.ts'
import { freshFolder } from '../../testing/databases.ts'
import { readSealKey } from '../key/seal-key.ts'
import { opensslKey } from '../key/seal-keys.testing.ts'
import { renderDocument } from '../pdf/render-document.ts'
import type { DocumentSource } from '../pdf/source.ts'
import { signedSource, unrecordedSource } from '../sources.testing.ts'
import { createSealer, type Sealer } from './sealer.ts'

const AT = new Date('2026-03-01T10:02:00.000Z')

let folder: string
let key: string
let certificate: string
let seal: Sealer
let file: string
beforeAll(async () => {
  folder = freshFolder()
  ;({ key, certificate } = opensslKey(folder, 'company', 'rsa:3072'))
  const read = await readSealKey({
    key: fs.readFileSync(key),
    certificate: fs.readFileSync(certificate),
    password: undefined,
  })
  if (!read.ok) throw new Error(read.failure.reason)
  seal = createSealer(read.value)
  file = await sealed(signedSource())
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

async function sealed(source: DocumentSource, name = 'sealed.pdf') {
  const place = path.join(folder, name)
  fs.writeFileSync(place, await seal(await renderDocument(source), AT))
  return place
}

const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' })

test('has the same bytes in every process, whatever its time zone, language and earlier work', () => {
  const program = path.join(import.meta.dirname, 'seal-in-process.testing.ts')
  const sealElsewhere = (others: string, TZ: string, LC_ALL: string) =>
    execFileSync(process.execPath, [program, key, certificate, others], {
      encoding: 'utf8',
      env: { ...process.env, TZ, LC_ALL, LANG: LC_ALL },
    })
  const hashes = [
    sha256Hex(fs.readFileSync(file)),
    sealElsewhere('0', 'UTC', 'C'),
    sealElsewhere('2', 'Pacific/Auckland', 'ar_EG.UTF-8'),
    sealElsewhere('0', 'America/New_York', 'de_DE.UTF-8'),
  ]
  expect(new Set(hashes)).toHaveLength(1)
})

test('has the contract summary on one page', () => {
  const page = run('pdftotext', '-l', '1', file, '-')
  expect(page).toContain('Contract summary')
  expect(page).toContain('Other relevant information')
  expect(page).toContain('The full terms follow this summary.')
})

test('leaves room to write below each item of the cancellation form', () => {
  const text = run('pdftotext', '-bbox', '-f', '4', '-l', '4', file, '-')
  const tops = [...text.matchAll(/yMin="([\d.]+)".*>(?:Name|Address|Signature|Date|[[][*][\]])</g)]
    .map(([, top]) => Number(top))
    .slice(-5)
  const heights = tops.slice(1).map((top, index) => top - Number(tops[index]))
  expect(heights).toHaveLength(4)
  expect(Math.min(...heights)).toBeGreaterThan(40)
})

test('says in sentences what did not fit', async () => {
  const source = signedSource()
  if (!source.signing) throw new Error('Nothing is recorded.')
  const findings = [
    { code: 'clock-off', details: ['-86401'] },
    { code: 'company-incomplete', details: ['address', 'adr_scheme'] },
    { code: 'end-not-reached', details: [] },
  ] as const
  const place = await sealed({ ...source, signing: { ...source.signing, findings } }, 'findings.pdf')
  const text = run('pdftotext', place, '-').replace(/\s+/g, ' ')
  for (const sentence of [
    'The phone’s clock was 1 day fast when the customer signed.',
    'Details of the company are missing in the agreement: address, scheme for disputes out of court.',
    'The end of the agreement was not on the screen before the signature.',
  ])
    expect(text).toContain(sentence)
  for (const { code } of findings) expect(text).not.toContain(code)
})

test('says what the agent was shown about the voucher, and attaches it', async () => {
  const source = signedSource()
  if (!source.signing) throw new Error('Nothing is recorded.')
  const evidence = { ...source.signing.evidence, voucher_verdict: voucherVerdictOf() }
  const withVerdict = await sealed({ ...source, signing: { ...source.signing, evidence } }, 'verdict.pdf')
  const text = run('pdftotext', withVerdict, '-').replace(/\s+/g, ' ')
  expect(text).toContain(
    'Likely: No gigabit here, none planned, area open. The only one in LL79 1AB. BDUK, May 2026.',
  )
  expect(text).toContain('BDUK decides when the voucher is requested.')
  expect(run('pdftotext', file, '-')).not.toContain('Voucher check')
  run('pdfdetach', '-savefile', 'evidence.json', '-o', path.join(folder, 'verdict.json'), withVerdict)
  expect(JSON.parse(fs.readFileSync(path.join(folder, 'verdict.json'), 'utf8'))).toEqual(evidence)
})

describe.each([
  ['Łukasz Őry Ωμέγα Жуков', 'Łukasz Őry Ωμέγα Жуков'],
  ['王 Wang', '[U+738B] Wang'],
  ['محمد', '[U+0645][U+062D][U+0645][U+062F]'],
  ['Ada 🦄', 'Ada [U+1F984]'],
])('the name %s', (name, shown) => {
  const isInNumbers = shown !== name
  const printed = async (source: DocumentSource) =>
    run('pdftotext', '-raw', await sealed(source, 'name.pdf'), '-')

  test('is printed without an empty box, and its exact text is attached', async () => {
    const source = signedSource({ customer_name: name })
    const agreement = agreementWith(name)
    const text = await printed({
      ...source,
      signing: source.signing && { ...source.signing, agreement, agreementText: agreementText(agreement) },
    })
    expect(text.split(shown).length).toBeGreaterThan(3)
    expect(text.includes('The exact text is attached as agreement.json.')).toBe(isInNumbers)
    run('pdfdetach', '-saveall', '-o', folder, path.join(folder, 'name.pdf'))
    const attached = JSON.parse(fs.readFileSync(path.join(folder, 'agreement.json'), 'utf8'))
    expect(attached.customer.name).toBe(name)
  })

  test('is printed without an empty box if nothing was recorded', async () => {
    const text = await printed(unrecordedSource({ customer_name: name }))
    expect(text).toContain(shown)
    expect(text).toContain('What was shown was not recorded.')
    expect(text.includes('A number such as [U+738B]')).toBe(isInNumbers)
    expect(text).not.toContain('attached')
  })

  test('is printed at the foot of every page if it is the company', async () => {
    const text = await printed({ ...unrecordedSource(), company: name })
    expect(text.split(`${shown} · Order`)).toHaveLength(3)
    expect(text.includes('A number such as [U+738B]')).toBe(isInNumbers)
  })
})

const PNG = Buffer.from(PICTURE, 'base64')
/** The positions of the header and of the first byte of the picture's data. */
const [HEADER_AT, DATA_AT] = [16, PNG.indexOf('IDAT') + 4]

/** Returns the picture with other bytes from a position on. */
function pngWith(at: number, hex: string): string {
  const bytes = Buffer.from(PNG)
  bytes.write(hex, at, 'hex')
  return bytes.toString('base64')
}

test.each([
  ['a text', 'png', Buffer.from('a picture').toString('base64')],
  ['cut off', 'png', PNG.subarray(0, -20).toString('base64')],
  ['said to be much larger', 'png', pngWith(HEADER_AT, 'ffffffffffffffff')],
  ['said to have much more data', 'png', pngWith(DATA_AT - 8, 'fffffff0')],
  ['damaged', 'png', pngWith(DATA_AT + 2, 'ffff')],
  ['a text that is said to be a JPEG', 'jpeg', Buffer.from('a picture').toString('base64')],
  ['half a JPEG', 'jpeg', Buffer.from('ffd8ffe0ffff00', 'hex').toString('base64')],
])('is made, and says so, if the picture of the signature is %s', async (_what, type, base64) => {
  const contract_signature = `data:image/${type};base64,${base64}`
  const pdf = await sealed(unrecordedSource({ contract_signature }), 'damaged.pdf')
  expect(run('pdftotext', pdf, '-')).toContain('The signature is stored in a form that cannot be printed.')
})

test('shows the picture of the signature', async () => {
  const listed = (pdf: string) => run('pdfimages', '-list', pdf).trim().split('\n').slice(2)
  const shown = listed(await sealed(unrecordedSource(), 'shown.pdf'))
  expect(shown).toEqual([expect.stringMatching(/ image +1 +1 /), expect.stringMatching(/ smask +1 +1 /)])
})
