import type { TokenPermission } from '#domain/access/permissions.ts'
import type { Role } from '#domain/access/roles.ts'
import type { InvitationOpens, PhoneState } from './identity.ts'

/**
 * People and tokens as the office manages them, under `BACK_OFFICE_PATH` (docs/product 26.8, 26.9).
 *
 * - `GET /people` answers {@link PeopleListed}
 * - `POST /people` takes {@link NewPerson} and answers {@link Invited}, with 201
 * - `PATCH /people/:id` takes {@link PersonChange} and answers {@link PersonListed}
 * - `POST /people/:id/invitations` takes {@link InvitationWanted} and answers {@link Invited}, with 201
 * - `PUT /phones/:id/state` takes {@link PhoneStateWanted} and answers the phone as it is listed
 * - `GET /tokens` answers {@link TokensListed}
 * - `POST /tokens` takes {@link NewToken} and answers {@link TokenMade}, with 201
 * - `DELETE /tokens/:id` answers {@link TokenListed}
 */
export const PEOPLE_PATH = '/people'
export const TOKENS_PATH = '/tokens'

/** `suspended` can be undone; a `retired` person is named on what they did, and nowhere else. */
export const PERSON_STATUSES = ['active', 'suspended', 'retired'] as const
export type PersonStatus = (typeof PERSON_STATUSES)[number]

/** How long an invitation can be opened. */
export const INVITATION_HOURS = 24

export type PersonListed = {
  id: string
  name: string
  role: Role
  status: PersonStatus
  /** Whether they have a password or an account of the company. */
  can_sign_in: boolean
  /** When a sign-in of theirs was last used; null if they have none. */
  seen_at: string | null
  /** Until when an unused invitation of theirs can be opened; null without one. */
  invited_until: string | null
  /** The phones on which they sell. */
  phones: { id: string; name: string; state: PhoneState }[]
  /** How many of their sales are won. */
  won_sales: number
  created_at: string
}

export type PeopleListed = { people: PersonListed[] }

export type NewPerson = { name: string; role: Role }

export type PersonChange = {
  name?: string | undefined
  role?: Role | undefined
  status?: PersonStatus | undefined
}

export type InvitationWanted = { opens: InvitationOpens }

/** The code can be read only now. `address` is where to open it, with the code behind `#`, which reaches no server. */
export type Invited = {
  person: PersonListed
  opens: InvitationOpens
  code: string
  address: string
  expires_at: string
}

/** `active` ends a suspension, or a wipe that the phone has not begun. */
export type PhoneStateWanted = { state: 'active' | 'suspended' | 'wiping' }

/** A token of another program. `hint` is its last letters. */
export type TokenListed = {
  id: string
  name: string
  hint: string
  permissions: TokenPermission[]
  created_by: string | null
  created_at: string
  used_at: string | null
  revoked_at: string | null
}

export type TokensListed = { tokens: TokenListed[] }

export type NewToken = { name: string; permissions: TokenPermission[] }

/** The token itself can be read only now. */
export type TokenMade = { token: string; listed: TokenListed }
