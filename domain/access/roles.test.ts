import { expect, test } from 'vitest'
import { OF_ANONYMOUS, OF_PUBLIC_KEY, TOKEN_PERMISSIONS } from './permissions.ts'
import { mayAppoint, permissionsOf, ROLES, sellsAtDoor } from './roles.ts'

test('only agents and leads sell, and only admins and the office appoint', () => {
  expect(ROLES.filter(sellsAtDoor)).toEqual(['agent', 'lead'])
  expect(ROLES.filter((role) => mayAppoint('office', role))).toEqual(['agent', 'lead'])
  expect(ROLES.filter((role) => mayAppoint('admin', role))).toEqual([...ROLES])
  expect(ROLES.filter((role) => mayAppoint('lead', role) || mayAppoint('auditor', role))).toEqual([])
})

test('an auditor reads and exports, but changes nothing', () => {
  expect([...permissionsOf('auditor')].sort()).toEqual([
    'read-audit',
    'read-leads',
    'read-office',
    'read-people',
    'read-sales',
    'take-out',
  ])
})

test('tokens and public keys manage no people or tokens, and release no sale if people can sign in', () => {
  for (const permission of ['manage-people', 'manage-tokens'] as const) {
    expect([...OF_ANONYMOUS, ...OF_PUBLIC_KEY, ...TOKEN_PERMISSIONS]).not.toContain(permission)
  }
  expect(OF_ANONYMOUS).toContain('release-holds')
  expect([...OF_PUBLIC_KEY, ...TOKEN_PERMISSIONS]).not.toContain('release-holds')
})
