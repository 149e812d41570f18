/** Everything that a call may need (docs/product 26.2). `take-out`: files with personal data. */
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

/** What the public key allows where people can sign in (`mixed`): everything that it allowed before there were people. */
export const OF_PUBLIC_KEY: ReadonlySet<Permission> = new Set(
  PERMISSIONS.filter((permission) => !NEEDS_A_PERSON.includes(permission)),
)

/** What the public key allows where no one can sign in (`anonymous`), so that no one else could release a held sale. */
export const OF_ANONYMOUS: ReadonlySet<Permission> = new Set([...OF_PUBLIC_KEY, 'release-holds'])

/** What a token may be given: the work of other programs, but never people, tokens or what waits for a person. */
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
