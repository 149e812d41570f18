import { z } from 'zod'
import { PERMISSIONS, TOKEN_PERMISSIONS } from '#domain/access/permissions.ts'
import { ROLES } from '#domain/access/roles.ts'
import {
  type Acceptance,
  AUTH_MODES,
  type Enrolment,
  type InvitationShown,
  MAX_NAME,
  MAX_PASSWORD,
  type Me,
  MIN_PASSWORD,
  type SignIn,
} from '#protocol/identity.ts'
import {
  type InvitationWanted,
  type Invited,
  type NewPerson,
  type NewToken,
  PERSON_STATUSES,
  type PersonChange,
  type PersonListed,
  type PhoneStateWanted,
  type TokenListed,
  type TokenMade,
} from '#protocol/people.ts'
import { storableText } from '../http/storable-text.ts'
import { moment, momentOrNull } from '../openapi/answers.ts'

const uuid = z.uuid().transform((id) => id.toLowerCase())
const role = z.enum(ROLES)
const opens = z.enum(['sign-in', 'phone'])
const state = z.enum(['active', 'suspended', 'wiping', 'wiped'])
const name = storableText(MAX_NAME)
  .transform((text) => text.normalize('NFC').trim().replace(/\s+/g, ' '))
  // A name must be visible, and read in one direction.
  .refine(
    (text) =>
      /[\p{L}\p{N}]/u.test(text) && !/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/u.test(text),
  )
const code = z.string().max(40)
const password = z.string().max(MAX_PASSWORD)

export const SIGN_IN: z.ZodType<SignIn> = z.strictObject({
  name: storableText(MAX_NAME).transform((text) => text.normalize('NFC')),
  password,
})
export const CODE = z.strictObject({ code })
export const ACCEPTANCE: z.ZodType<Acceptance> = z.strictObject({
  code,
  password: password.min(MIN_PASSWORD),
})
export const ENROLMENT: z.ZodType<Enrolment> = z.strictObject({
  code,
  phone_id: uuid,
  proof: z.string().min(20).max(100).optional(),
})

export const INVITATION_SHOWN: z.ZodType<InvitationShown> = z.object({
  name: z.string(),
  role,
  opens,
  expires_at: moment,
})

const named = z.object({ id: z.uuid(), name: z.string() })
export const ME: z.ZodType<Me> = z.object({
  mode: z.enum(AUTH_MODES),
  person: named.extend({ role }).nullable(),
  phone: named.extend({ state, person: named }).nullable(),
  permissions: z.array(z.enum(PERMISSIONS)),
  has_company_accounts: z.boolean(),
})

export const ID_PARAMS = z.object({ id: uuid })
export const NEW_PERSON: z.ZodType<NewPerson> = z.strictObject({ name, role })
export const PERSON_CHANGE: z.ZodType<PersonChange> = z.strictObject({
  name: name.optional(),
  role: role.optional(),
  status: z.enum(PERSON_STATUSES).optional(),
})
export const INVITATION_WANTED: z.ZodType<InvitationWanted> = z.strictObject({ opens })
export const PHONE_STATE_WANTED: z.ZodType<PhoneStateWanted> = z.strictObject({
  state: z.enum(['active', 'suspended', 'wiping']),
})

export const PERSON_LISTED: z.ZodType<PersonListed> = z.object({
  id: z.uuid(),
  name: z.string(),
  role,
  status: z.enum(PERSON_STATUSES),
  can_sign_in: z.boolean(),
  seen_at: momentOrNull,
  invited_until: momentOrNull,
  phones: z.array(named.extend({ state })),
  won_sales: z.int(),
  created_at: moment,
})
export const PEOPLE_LISTED = z.object({ people: z.array(PERSON_LISTED) })
export const INVITED: z.ZodType<Invited> = z.object({
  person: PERSON_LISTED,
  opens,
  code: z.string(),
  address: z.string(),
  expires_at: moment,
})

export const NEW_TOKEN: z.ZodType<NewToken> = z.strictObject({
  name,
  permissions: z
    .array(z.enum(TOKEN_PERMISSIONS))
    .min(1)
    .transform((permissions) => TOKEN_PERMISSIONS.filter((known) => permissions.includes(known))),
})
export const TOKEN_LISTED: z.ZodType<TokenListed> = z.object({
  id: z.uuid(),
  name: z.string(),
  hint: z.string(),
  permissions: z.array(z.enum(TOKEN_PERMISSIONS)),
  created_by: z.string().nullable(),
  created_at: moment,
  used_at: momentOrNull,
  revoked_at: momentOrNull,
})
export const TOKENS_LISTED = z.object({ tokens: z.array(TOKEN_LISTED) })
export const TOKEN_MADE: z.ZodType<TokenMade> = z.object({ token: z.string(), listed: TOKEN_LISTED })
