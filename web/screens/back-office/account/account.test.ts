import { expect, test } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { permissionsOf, type Role } from '#domain/access/roles.ts'
import { mayBeOffered } from './account.ts'

const signedInAs = (role: Role) => ({
  me: {
    mode: 'required' as const,
    person: null,
    phone: null,
    permissions: [...permissionsOf(role)],
    has_company_accounts: false,
  },
  isRefused: false,
})

test('offers only what the person may do', () => {
  const offered = (role: Role, needed: Permission) => mayBeOffered(signedInAs(role), needed)
  expect(offered('office', 'write-office')).toBe(true)
  expect(offered('lead', 'record-outcomes')).toBe(true)
  expect(offered('lead', 'take-out')).toBe(false)
  expect(offered('auditor', 'take-out')).toBe(true)
  expect(offered('auditor', 'sync-crm')).toBe(false)
})

test('offers nothing until the person is known', () =>
  expect(mayBeOffered({ me: undefined, isRefused: false }, 'read-office')).toBe(false))

test('offers everything that needs no person if sign-in is switched off', () => {
  expect(mayBeOffered(undefined, 'write-office')).toBe(true)
  expect(mayBeOffered(undefined, 'release-holds')).toBe(true)
  expect(mayBeOffered(undefined, 'manage-phones')).toBe(false)
})
