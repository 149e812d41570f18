import type { Permission } from '#domain/access/permissions.ts'
import { AUDIT_PAGE } from '#protocol/audit.ts'
import { PEOPLE_PAGE, TOKENS_PAGE } from '#protocol/identity.ts'

/** The permissions of those pages that not everyone in the office may read (docs/product 26.2). */
export const NEEDED_BY_PAGE: Readonly<Record<string, Permission>> = {
  [AUDIT_PAGE]: 'read-audit',
  [PEOPLE_PAGE]: 'read-people',
  [TOKENS_PAGE]: 'manage-tokens',
}
