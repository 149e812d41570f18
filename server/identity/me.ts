import { officeNameOf } from '#domain/phone/phone-name.ts'
import type { Me } from '#protocol/identity.ts'
import type { Context } from '../context.ts'
import type { Credentials } from './credentials.ts'

/** Returns the caller in the terms of `protocol/identity.ts`. */
export async function readMe(
  { callers, config }: Pick<Context, 'callers' | 'config'>,
  credentials: Credentials,
): Promise<Me> {
  const caller = await callers.admit(credentials)
  const { signedIn, phone } = await callers.look(credentials)
  return {
    mode: config.authMode,
    person: signedIn ?? null,
    phone: phone
      ? {
          id: phone.id,
          name: officeNameOf(phone),
          state: phone.state,
          person: { id: phone.person.id, name: phone.person.name },
        }
      : null,
    permissions: caller.ok ? [...caller.value.permissions] : [],
    has_company_accounts: config.authMode !== 'anonymous' && config.oidc !== undefined,
  }
}
