import { expect, test } from 'vitest'
import { nextPage } from './next-page.ts'

const origin = 'https://doorstep.example'
const next = (address: string) => nextPage({ origin, search: `?next=${encodeURIComponent(address)}` })

test.each(['/admin', '/admin/people', '/admin/sales/sale_1', '/admin/sales?status=open'])(
  'leads to %s of the office',
  (address) => expect(next(address)).toBe(address),
)

test.each([
  '',
  '/',
  '/administrator',
  '/copy',
  '/admin/../copy',
  '//evil.example/admin',
  '/\\evil.example/admin',
  'https://evil.example/admin',
  'https://doorstep.example/admin/people',
  'javascript:alert(1)',
  'admin/people',
])('leads to the dashboard instead of %s', (address) => expect(next(address)).toBe('/admin'))

test('leads to the dashboard if the address names no page', () =>
  expect(nextPage({ origin, search: '' })).toBe('/admin'))
