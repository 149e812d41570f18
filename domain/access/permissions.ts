/** Every permission that a call may need (docs/product 26.2). `take-out` is for files with personal data. */
export const PERMISSIONS = [
  'read-leads',
  'write-leads',
  'make-sales',
  'read-sales',
  'sync-crm',
  'read-office',
  'write-office',
  'record-outcomes',
  'take-out',
  'release-holds',
  'read-audit',
  'manage-phones',
  'read-people',
  'manage-people',
  'manage-tokens',
] as const
export type Permission = (typeof PERMISSIONS)[number]

const NEEDS_A_PERSON: readonly Permission[] = [
  'release-holds',
  'manage-phones',
  'read-people',
  'manage-people',
  'manage-tokens',
]

/**
 * What the public key allows if people can sign in (`mixed`): everything that it allowed before people were introduced.
 */
export const OF_PUBLIC_KEY: ReadonlySet<Permission> = new Set(
  PERMISSIONS.filter((permission) => !NEEDS_A_PERSON.includes(permission)),
)

/**
 * What the public key allows if no one can sign in (`anonymous`). No one else could release a held sale, so it may do
 * that too.
 */
export const OF_ANONYMOUS: ReadonlySet<Permission> = new Set([...OF_PUBLIC_KEY, 'release-holds'])

/**
 * What a token may do: what other programs need, but nothing with people or tokens, and no decision that needs a
 * person.
 */
export const TOKEN_PERMISSIONS = [
  'read-leads',
  'write-leads',
  'read-sales',
  'make-sales',
  'sync-crm',
  'read-office',
  'take-out',
  'read-audit',
] as const satisfies readonly Permission[]
export type TokenPermission = (typeof TOKEN_PERMISSIONS)[number]
