import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seeded } from '#crm/gohighlevel/double/seeded.ts'
import type { Block } from '#domain/agreement/agreement.ts'
import { hashInAddress } from '#protocol/evidence.ts'
import { recordOf, sellAt } from '../evidence/signings.testing.ts'
import { sha256 } from '../sha256.ts'
import { freshEmbeddedFolder, freshFolder } from '../testing/databases.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { downloadAt, listDocumentsAt } from './documents.testing.ts'

const CHANGES = 30
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const RECORD = recordOf('sale_1')

let folder: string
let server: ServerProcess
let file: string
let bytes: Buffer
/** The published certificate as PEM. */
let certificate: string
beforeAll(async () => {
  folder = freshFolder()
  server = await startServerProcess({ DATA_DIR: await freshEmbeddedFolder(path.join(folder, 'data')) })
  await sellAt(server.url, RECORD)
  await vi.waitFor(async () => expect(await listDocumentsAt(server.url, 'sale_1')).toHaveLength(1))
  bytes = await downloadAt(server.url, 'sale_1')
  file = write('sealed.pdf', bytes)
  const { keys } = (await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as {
    keys: [{ x5c: [string] }]
  }
  certificate = write(
    'certificate.pem',
    new X509Certificate(Buffer.from(keys[0].x5c[0], 'base64')).toString(),
  )
  run('pdfdetach', '-saveall', '-o', folder, file)
})
afterAll(async () => {
  server?.kill('SIGTERM')
  await server?.exitCode
  fs.rmSync(folder, { recursive: true })
})

function write(name: string, content: Uint8Array | string): string {
  const place = path.join(folder, name)
  fs.writeFileSync(place, content)
  return place
}
const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' })
const pdfsig = (pdf: string) => spawnSync('pdfsig', [pdf], { encoding: 'utf8' }).stdout
const withoutBlanks = (text: string) => text.replace(/\s+/g, '')

/** Returns the position of the signature in the file, as hex with its brackets. */
function placeOfSignature(): { from: number; to: number } {
  const [, , from = 0, after = 0, rest = 0] =
    /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(bytes.toString('latin1'))?.map(Number) ?? []
  expect(after + rest).toBe(bytes.length)
  return { from, to: after }
}

test('pdfsig accepts one seal over the whole document, and qpdf finds no error in it', () => {
  const said = pdfsig(file)
  expect(said).toContain('Signature is Valid')
  expect(said).toContain('Total document signed')
  expect(said).toContain('ETSI.CAdES.detached')
  expect(said.match(/^Signature #/gm)).toHaveLength(1)
  expect(run('qpdf', '--check', file)).toContain('No syntax or stream encoding errors found')
})

test(`pdfsig refuses it with any one byte changed outside the signature (SEED=${seed})`, () => {
  const random = seeded(seed)
  const upTo = (max: number) => Math.floor(random() * max)
  const signature = placeOfSignature()
  const sealed = bytes.length - (signature.to - signature.from)
  // One change in each part of the file, so that no larger part can be left out.
  const believed = Array.from({ length: CHANGES }, (_, part) => {
    const offset = Math.floor(((part + random()) / CHANGES) * sealed)
    const at = offset < signature.from ? offset : offset + signature.to - signature.from
    const said = pdfsig(write('changed.pdf', bytes.with(at, (bytes[at] ?? 0) ^ (1 + upTo(255)))))
    return said.includes('Signature is Valid') && said.includes('Total document signed') ? at : undefined
  })
  expect(believed.filter((at) => at !== undefined)).toEqual([])
})

test('openssl verifies the signature over its byte range with the published certificate', () => {
  const { from, to } = placeOfSignature()
  const signature = write('signature.der', Buffer.from(bytes.toString('latin1', from + 1, to - 1), 'hex'))
  const content = write('content', Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]))
  const trust = ['-CAfile', certificate, '-certfile', certificate, '-nointern', '-purpose', 'any']
  const verify = (over: string) =>
    spawnSync(
      'openssl',
      [
        ...['cms', '-verify', '-binary', '-inform', 'DER', '-in', signature, '-content', over],
        ...trust,
        '-out',
        path.join(folder, 'verified'),
      ],
      { encoding: 'utf8' },
    )
  expect(verify(content).stderr).toContain('CMS Verification successful')
  expect(verify(file).status).not.toBe(0)
})

test("its agreement.json has the hash of the customer's code", () => {
  const agreement = fs.readFileSync(path.join(folder, 'agreement.json'))
  expect(sha256(agreement).toString('base64url')).toBe(hashInAddress(RECORD.evidence.agreement_sha256))
})

/** Returns each text of a block as step 4 shows it. */
function textsOf(block: Block): readonly string[] {
  if (block.kind === 'list') return block.items
  return block.kind === 'facts' ? block.rows.flat() : [block.text]
}

test('shows every sentence of step 4', () => {
  const shown = withoutBlanks(run('pdftotext', '-raw', file, '-'))
  const sentences = RECORD.agreement.sections.flatMap(({ title, blocks }) => [
    title,
    ...blocks.flatMap(textsOf),
  ])
  expect(sentences.length).toBeGreaterThan(50)
  expect(sentences.filter((sentence) => !shown.includes(withoutBlanks(sentence)))).toEqual([])
})

test('is tagged, with the headings of step 4 in order', () => {
  const tags = run('pdfinfo', '-struct-text', file)
  const headings = [...tags.matchAll(/H1[^"]*"([^"]+)"/g)].map(([, text]) => text?.trim())
  expect(headings).toEqual([
    ...RECORD.agreement.sections.map(({ title }) => title),
    'Record of this document',
  ])
  expect(run('pdfinfo', file)).toContain('Tagged:          yes')
})

test('has every font embedded, as a subset with its text', () => {
  const fonts = run('pdffonts', file).trim().split('\n').slice(2)
  expect(fonts.length).toBeGreaterThan(1)
  for (const font of fonts) expect(font).toMatch(/yes yes yes/)
})

test('contains no ID number', () => {
  expect(run('pdftotext', '-raw', file, '-')).not.toContain('19800101')
  const attached = ['agreement.json', 'evidence.json', 'chain.json']
  for (const name of attached)
    expect(fs.readFileSync(path.join(folder, name), 'utf8')).not.toContain('19800101')
})
