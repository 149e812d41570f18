import { accept, type Decision, refuse } from '#domain/kernel/refusal.ts'
import { isLoopback } from '../../http/loopback.ts'

/** The company's accounts, with which people can sign in (docs/product 26.12). */
export type OidcSettings = Readonly<{ issuer: string; clientId: string; clientSecret: string }>

type Given = {
  AUTH_OIDC_ISSUER?: string | undefined
  AUTH_OIDC_CLIENT_ID?: string | undefined
  AUTH_OIDC_CLIENT_SECRET?: string | undefined
}

/** Microsoft's issuers that vouch for the people of every company. */
const OF_EVERYONE = /^\/(common|organizations|consumers)(\/|$)/

/** Returns the settings of the accounts, undefined if none are set, or one sentence about what is wrong. */
export function oidcSettingsOf(given: Given): Decision<OidcSettings | undefined, 'bad_setting'> {
  const {
    AUTH_OIDC_ISSUER: issuer,
    AUTH_OIDC_CLIENT_ID: clientId,
    AUTH_OIDC_CLIENT_SECRET: clientSecret,
  } = given
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return accept(undefined)
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    return refuse(
      'bad_setting',
      'AUTH_OIDC_ISSUER, AUTH_OIDC_CLIENT_ID and AUTH_OIDC_CLIENT_SECRET belong together: set all or none.',
    )
  const url = URL.parse(issuer)
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))))
    return refuse('bad_setting', 'AUTH_OIDC_ISSUER must be an address that starts with https://.')
  if (OF_EVERYONE.test(url.pathname))
    return refuse(
      'bad_setting',
      'AUTH_OIDC_ISSUER must be your own company’s issuer: use its tenant, not common, organizations or consumers.',
    )
  return accept({ issuer, clientId, clientSecret })
}
