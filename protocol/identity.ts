import type { Permission } from '#domain/access/permissions.ts'
import type { Role } from '#domain/access/roles.ts'

/**
 * Who calls, and how people and phones prove it (docs/product 26), under this path and with the public key. A person's
 * sign-in and a phone's enrolment are cookies that no script can read.
 *
 * - `GET /me` returns {@link Me}, in every mode
 * - `POST /sign-in` takes {@link SignIn} and returns {@link Me}
 * - `POST /sign-out` returns {@link Me}
 * - `POST /invitation` takes `{code}` and returns {@link InvitationShown}
 * - `POST /accept` takes {@link Acceptance}, for an invitation that opens a sign-in, and returns {@link Me}
 * - `POST /enrol` takes {@link Enrolment}, for an invitation that opens a phone, and returns {@link Me}
 * - `POST /wiped`, from a phone that has deleted everything, returns {@link Me}
 * - `GET /oidc/start?code=` sends the browser to the company's accounts, which send it back to `/oidc/callback`
 */
export const IDENTITY_PATH = '/functions/v1/identity'

export const SIGN_IN_PAGE = '/sign-in'
export const ENROL_PAGE = '/enrol'
export const PEOPLE_PAGE = '/admin/people'
export const TOKENS_PAGE = '/admin/tokens'

/** Why a sign-in with a company account failed, in the parameter `problem` of the sign-in page. */
export const ACCOUNT_PROBLEMS = ['accounts-unavailable', 'account-unknown', 'account-taken'] as const
export type AccountProblem = (typeof ACCOUNT_PROBLEMS)[number]

/** Whether people sign in: never, if they like, or always. */
export const AUTH_MODES = ['anonymous', 'mixed', 'required'] as const
export type AuthMode = (typeof AUTH_MODES)[number]

/** The min and max length of a password, in characters. */
export const MIN_PASSWORD = 10
export const MAX_PASSWORD = 200
/** The max length of the name of a person or token, in characters. */
export const MAX_NAME = 80

export type SignIn = { name: string; password: string }

/** A code is 12 letters; capitals, blanks and hyphens do not matter. */
export type Acceptance = { code: string; password: string }

/**
 * `phone_id` is the identity that the phone gave itself. `proof` is a secret that it made: with it, or while it has its
 * cookie, the phone can be enrolled again.
 */
export type Enrolment = { code: string; phone_id: string; proof?: string | undefined }

/** What an invitation opens: a sign-in with a password, or the phone on which it is opened. */
export type InvitationOpens = 'sign-in' | 'phone'

/** An invitation as the person who opens it sees it. */
export type InvitationShown = { name: string; role: Role; opens: InvitationOpens; expires_at: string }

/** `wiping`: the phone must send what it has, and then delete everything. */
export type PhoneState = 'active' | 'suspended' | 'wiping' | 'wiped'

/** The caller. `person` is signed in here; `phone` is the phone's enrolment, with the person who sells on it. */
export type Me = {
  mode: AuthMode
  person: { id: string; name: string; role: Role } | null
  phone: { id: string; name: string; state: PhoneState; person: { id: string; name: string } } | null
  permissions: Permission[]
  /** Whether people can sign in with company accounts. */
  has_company_accounts: boolean
}
