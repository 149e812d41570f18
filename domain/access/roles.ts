import type { Permission } from './permissions.ts'

/** The roles of people in the company (docs/product 26.2). A `lead` leads a team; an `auditor` only reads. */
export const ROLES = ['agent', 'lead', 'office', 'admin', 'auditor'] as const
export type Role = (typeof ROLES)[number]

const SELLS: readonly Permission[] = ['read-leads', 'make-sales', 'read-sales', 'sync-crm']

/**
 * What an enrolled phone may do, for an agent or a lead. A phone can be lost, so it has no access to the back office.
 */
export const OF_PHONE: ReadonlySet<Permission> = new Set(SELLS)

const OFFICE: readonly Permission[] = [
  'read-leads',
  'write-leads',
  'read-sales',
  'sync-crm',
  'read-office',
  'write-office',
  'record-outcomes',
  'take-out',
  'release-holds',
  'manage-phones',
  'read-people',
  'manage-people',
]

/** What each role may do. An admin does not sell, because the person who appoints others should have no sales. */
const PERMISSIONS_OF: Readonly<Record<Role, readonly Permission[]>> = {
  agent: SELLS,
  lead: [...SELLS, 'read-office', 'read-people', 'record-outcomes'],
  office: OFFICE,
  admin: [...OFFICE, 'manage-tokens', 'read-audit'],
  auditor: ['read-leads', 'read-sales', 'read-office', 'read-people', 'take-out', 'read-audit'],
}

/** Returns what a role may do. */
export const permissionsOf = (role: Role): ReadonlySet<Permission> => new Set(PERMISSIONS_OF[role])

/** Returns whether people with a role sell at the door, on a phone that is enrolled for them. */
export const sellsAtDoor = (role: Role): boolean => PERMISSIONS_OF[role].includes('make-sales')

/** Returns whether people with a role sign in with a name and a password. */
export const signsIn = (role: Role): boolean => role !== 'agent'

/** The roles that sign in, and the roles that sell. */
export const SIGNS_IN: readonly Role[] = ROLES.filter(signsIn)
export const SELLS_AT_DOOR: readonly Role[] = ROLES.filter(sellsAtDoor)

const BELOW_OFFICE: readonly Role[] = ['agent', 'lead']

/**
 * Returns whether a person with `role` may appoint people to `other`, and change people who have it. An admin may do so
 * for every role, the office only for agents and leads.
 */
export const mayAppoint = (role: Role, other: Role): boolean =>
  role === 'admin' || (role === 'office' && BELOW_OFFICE.includes(other))
