import { ENROL_PAGE, type InvitationOpens, SIGN_IN_PAGE } from '#protocol/identity.ts'

/**
 * Returns the address at which an invitation is opened. The code is in the fragment, which browsers send to no server,
 * so no log contains it.
 */
export const addressOfInvitation = (origin: string, opens: InvitationOpens, code: string): string =>
  `${origin}${opens === 'phone' ? ENROL_PAGE : SIGN_IN_PAGE}#${code}`
