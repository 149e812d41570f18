import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshFolder } from '../../testing/databases.ts'
import { readSealKey } from '../key/seal-key.ts'
import { opensslKey } from '../key/seal-keys.testing.ts'
import { renderDocument } from '../pdf/render-document.ts'
import type { DocumentSource } from '../pdf/source.ts'
import { signedSource, unrecordedSource } from '../sources.testing.ts'
import { createSealer, type Sealer } from './sealer.ts'

const AT = new Date('2026-03-01T10:02:00.000Z')

let folder: string
let seal: Sealer
let file: string
beforeAll(async () => {
  folder = freshFolder()
  const { key, certificate } = opensslKey(folder, 'company', 'rsa:3072')
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
const validate = (pdf: string) => spawnSync('pdfsig', [pdf], { encoding: 'utf8' }).stdout
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('is one valid seal over the whole file', () => {
  const said = validate(file)
  expect(said).toContain('Signature is Valid')
  expect(said).toContain('Total document signed')
  expect(said).toContain('ETSI.CAdES.detached')
  expect(said.match(/^Signature #/gm)).toHaveLength(1)
  expect(run('qpdf', '--check', file)).toContain('No syntax or stream encoding errors found')
})

test('is refused with one byte of what the seal covers changed', () => {
  const bytes = fs.readFileSync(file)
  const from = bytes.lastIndexOf('/Contents <')
  const signature = { from, to: bytes.indexOf('>', from) }
  const changed = path.join(folder, 'changed.pdf')
  const believed: number[] = []
  for (let at = 0; at < bytes.length; at += 997) {
    if (at > signature.from && at < signature.to) continue
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 1
    fs.writeFileSync(changed, copy)
    const said = validate(changed)
    if (said.includes('Signature is Valid') && said.includes('Total document signed')) believed.push(at)
  }
  expect(believed).toEqual([])
})

test('has the same bytes when it is made again', async () => {
  expect(sha256(fs.readFileSync(await sealed(signedSource(), 'again.pdf')))).toBe(
    sha256(fs.readFileSync(file)),
  )
})

test('carries the agreement whose hash the customer has, and no ID number', () => {
  const source = signedSource()
  run('pdfdetach', '-saveall', '-o', folder, file)
  const agreement = fs.readFileSync(path.join(folder, 'agreement.json'))
  expect(sha256(agreement)).toBe(source.signing?.agreementSha256)
  expect(sha256(fs.readFileSync(path.join(folder, 'evidence.json')))).toBe(source.signing?.evidenceSha256)
  expect(JSON.parse(fs.readFileSync(path.join(folder, 'chain.json'), 'utf8'))).toMatchObject({
    chain: 'c'.repeat(32),
  })
})

test('shows every sentence of the agreement', () => {
  const flat = (text: string) => text.replace(/\s+/g, '')
  const shown = flat(run('pdftotext', '-layout', file, '-')) + flat(run('pdftotext', '-raw', file, '-'))
  const missing = (signedSource().signing?.agreement.sections ?? []).flatMap(({ title, blocks }) => [
    ...(shown.includes(flat(title)) ? [] : [title]),
    ...blocks.flatMap((block) => ('text' in block && !shown.includes(flat(block.text)) ? [block.text] : [])),
  ])
  expect(missing.length).toBeLessThanOrEqual(0)
})

test('has the contract summary on one page', () => {
  const page = run('pdftotext', '-l', '1', file, '-')
  expect(page).toContain('Contract summary')
  expect(page).toContain('Other relevant information')
  expect(page).toContain('The full terms follow this summary.')
})

test('is tagged, with headings in order and every font embedded', () => {
  const tags = run('pdfinfo', '-struct-text', file)
  const headings = [...tags.matchAll(/H1[^"]*"([^"]+)"/g)].map(([, text]) => text?.trim())
  const titles = signedSource().signing?.agreement.sections.map(({ title }) => title) ?? []
  expect(headings).toEqual([...titles, 'Record of this document'])
  expect(run('pdfinfo', file)).toContain('Tagged:          yes')
  const fonts = run('pdffonts', file).trim().split('\n').slice(2)
  expect(fonts.length).toBeGreaterThan(1)
  for (const font of fonts) expect(font).toMatch(/yes yes yes/)
})

test.for([
  ['Łukasz Őry Ωμέγα Жуков', /Łukasz Őry Ωμέγα Жуков/],
  ['王 Wang', /\[U\+738B\] Wang/],
  ['محمد', /\[U\+0645\]/],
  ['Ada 🦄', /Ada \[U\+1F984\]/],
] as const)('prints the name %s without an empty box', async ([name, shown]) => {
  const pdf = await sealed(unrecordedSource({ customer_name: name }), 'name.pdf')
  const text = run('pdftotext', '-raw', pdf, '-')
  expect(text).toMatch(shown)
  expect(text).toContain('What was shown was not recorded.')
  if (shown.source.includes('U\\+')) expect(text).toContain('exact text is attached')
})
