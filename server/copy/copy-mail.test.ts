import { expect, test } from 'vitest'
import { agreementOf } from '#domain/testing/agreements.ts'
import type { CopyEvent } from './copy.queries.ts'
import { copyMail } from './copy-mail.ts'
import type { CopyToMail } from './mail-copy.queries.ts'

const copy: CopyToMail = {
  version: 1,
  pdfSha256: 'ab'.repeat(32),
  chain: '0'.repeat(32),
  agreement: agreementOf(),
  pdf: Buffer.from('%PDF-'),
  sealedAt: '2026-11-24T10:05:00.000Z',
  signedAt: '2026-11-24T10:04:00.000Z',
  name: 'Ada <King> Noel',
  address: 'ada@example.org',
  queuedAt: '2026-11-24T10:05:00.000Z',
  first: null,
}
const event = (type: string, payload: Record<string, unknown> = {}): CopyEvent => ({
  type,
  at: '2026-11-24T10:04:30.000Z',
  payload,
})
const mailOf = (events: readonly CopyEvent[] = [], changes: Partial<CopyToMail> = {}) =>
  copyMail({ ...copy, ...changes }, events, 'sales.example')

test('says until when the customer can cancel', () => {
  expect(mailOf().text).toContain('You can cancel until the end of Tuesday 8 December 2026')
  expect(mailOf().text).toContain('the period does not end before 8 December 2027.')
  expect(mailOf([event('paper-given')]).text).not.toContain('2027')
})

test('is the same from its sealing on, whatever happens later', () => {
  expect(mailOf().date).toEqual(new Date(copy.sealedAt))
  const until = [event('signed'), event('sealed', { version: 1 })]
  const later = [event('copy-accepted', { version: 1 }), event('paper-given')]
  expect(mailOf([...until, ...later])).toEqual(mailOf(until))
})

test('has the same words as text and as HTML, where a name cannot add elements', () => {
  const { html, text } = mailOf()
  expect(text).toContain('Dear Ada <King> Noel,')
  expect(html).toContain('Dear Ada &lt;King&gt; Noel,')
  const plain = html
    .replace(/<title>.*<\/title>|<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  const wordsOf = (given: string) => given.replace(/(^|\s)-+(?=\s|$)|:(?=\s)/g, ' ').match(/\S+/g)
  expect(wordsOf(plain)).toEqual(wordsOf(text))
})
