import { ENROL_PAGE, type InvitationOpens, SIGN_IN_PAGE } from '#protocol/identity.ts'

/** Returns where to open an invitation. Browsers send what is behind `#` to no server, so the code is in no log. */
export const addressOfInvitation = (origin: string, opens: InvitationOpens, code: string): string =>
  `${origin}${opens === 'phone' ? ENROL_PAGE : SIGN_IN_PAGE}#${code}`
