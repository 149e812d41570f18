import type { TokenPermission } from '#domain/access/permissions.ts'
import type { Role } from '#domain/access/roles.ts'
import type { InvitationOpens, PhoneState } from './identity.ts'

/**
 * People and tokens as the office manages them, under `BACK_OFFICE_PATH` (docs/product 26.8, 26.9).
 *
 * - `GET /people` returns {@link PeopleListed}
 * - `POST /people` takes {@link NewPerson} and returns {@link Invited}, with 201
 * - `PATCH /people/:id` takes {@link PersonChange} and returns {@link PersonListed}
 * - `POST /people/:id/invitations` takes {@link InvitationWanted} and returns {@link Invited}, with 201
 * - `PUT /phones/:id/state` takes {@link PhoneStateWanted} and returns the phone as it is listed
 * - `GET /tokens` returns {@link TokensListed}
 * - `POST /tokens` takes {@link NewToken} and returns {@link TokenMade}, with 201
 * - `DELETE /tokens/:id` returns {@link TokenListed}
 */
export const PEOPLE_PATH = '/people'
export const TOKENS_PATH = '/tokens'

/** `suspended` can be undone. A `retired` person is named only on what they did. */
export const PERSON_STATUSES = ['active', 'suspended', 'retired'] as const
export type PersonStatus = (typeof PERSON_STATUSES)[number]

/** For how many hours an invitation can be opened. */
export const INVITATION_HOURS = 24

export type PersonListed = {
  id: string
  name: string
  role: Role
  status: PersonStatus
  /** Whether they have a password or a company account. */
  can_sign_in: boolean
  /** When they last used a sign-in; null if they have none. */
  seen_at: string | null
  /** Until when their unused invitation can be opened; null without one. */
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

/**
 * Only this response has the code. `address` is where to open it, with the code after the `#`, which reaches no server.
 */
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

/** Only this response has the token itself. */
export type TokenMade = { token: string; listed: TokenListed }
