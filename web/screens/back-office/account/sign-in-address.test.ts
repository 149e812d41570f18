import { expect, test } from 'vitest'
import { signInAddress } from './sign-in-address.ts'

test('leads back to the page without the search terms', () => {
  const page = new URL('https://doorstep.example/admin/sales?status=open#search=Morag')
  expect(signInAddress(page)).toBe('/sign-in?next=%2Fadmin%2Fsales%3Fstatus%3Dopen')
})
