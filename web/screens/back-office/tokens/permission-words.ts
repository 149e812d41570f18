import type { TokenPermission } from '#domain/access/permissions.ts'

/** The words for each permission that a token can have (docs/product 26.9). */
export const PERMISSION_WORDS: Readonly<Record<TokenPermission, string>> = {
  'read-leads': 'Read leads, streets and premises',
  'write-leads': 'Change leads and import lead files',
  'read-sales': 'Read sales and their deliveries',
  'make-sales': 'Make sales, visits and claims',
  'sync-crm': 'Sync with the CRM',
  'read-office': 'Read the back office',
  'take-out': 'Export files and sealed documents',
  'read-audit': 'Read the audit',
}

/** Returns permissions in one sentence, such as `Read leads, streets and premises; read the audit`. */
export function permissionsInWords(permissions: readonly TokenPermission[]): string {
  const words = permissions.map((permission) => PERMISSION_WORDS[permission]).join('; ')
  return words.replaceAll(/; ([A-Z])(?=[a-z])/g, (_found, first: string) => `; ${first.toLowerCase()}`)
}
