import type { Generated } from 'kysely'
import type { TokenPermission } from '#domain/access/permissions.ts'
import type { Role } from '#domain/access/roles.ts'
import type { InvitationOpens } from '#protocol/identity.ts'
import type { PersonStatus } from '#protocol/people.ts'
import type { Bytes, Moment, MomentOrNull } from './column-types.ts'

export type PersonRow = {
  id: Generated<string>
  name: string
  role: Role
  status: Generated<PersonStatus>
  password_hash: string | null
  issuer: string | null
  subject: string | null
  created_at: Moment
}

export type InvitationRow = {
  code_sha256: Bytes
  person_id: string
  opens: InvitationOpens
  created_at: Moment
  expires_at: Moment
  used_at: MomentOrNull
  used_by: string | null
}

export type SignInRow = {
  id: Generated<string>
  token_sha256: Bytes
  person_id: string
  created_at: Moment
  seen_at: Moment
}

export type WrongPasswordsRow = {
  name_sha256: Bytes
  failures: number
  next_try_at: Moment
  failed_at: Moment
}

export type TokenRow = {
  id: Generated<string>
  name: string
  token_sha256: Bytes
  hint: string
  permissions: TokenPermission[]
  created_by: string | null
  created_at: Moment
  used_at: MomentOrNull
  revoked_at: MomentOrNull
}

export type PhonePersonRow = { phone_id: string; person_id: string; since: Moment }
