import type { Role } from '#domain/access/roles.ts'

/** The name of each role on the screen. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  agent: 'Agent',
  lead: 'Team lead',
  office: 'Office',
  admin: 'Admin',
  auditor: 'Auditor',
}

/** What each role is for, in one line (docs/product 26.2). */
export const ROLE_USES: Readonly<Record<Role, string>> = {
  agent: 'Sells at the door on an enrolled phone. Doesn’t sign in here.',
  lead: 'Sells too, and can read every sale and page of the office.',
  office: 'Corrects, exports, releases held sales, and looks after agents, team leads and phones.',
  admin: 'Does all that, and manages everyone, tokens and the audit. Doesn’t sell.',
  auditor: 'Reads and exports everything, and changes nothing.',
}
