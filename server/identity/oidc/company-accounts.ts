import type { Configuration } from 'openid-client'
import { IDENTITY_PATH } from '#protocol/identity.ts'
import type { OidcSettings } from './oidc-settings.ts'

/** What must be known again when the browser comes back. */
export type Journey = { state: string; nonce: string; verifier: string }

/** Who the issuer says it is. Identity is both together, never an email address. */
export type Account = { issuer: string; subject: string }

/** The company's accounts. Calls reject if the issuer cannot be reached, or says something that cannot be believed. */
export type CompanyAccounts = {
  /** Returns where to send the browser, and what to keep until it comes back. */
  begin(origin: string): Promise<{ address: URL; journey: Journey }>
  /** Returns whose account it is, when the browser is back at `address`. */
  end(address: URL, journey: Journey): Promise<Account>
}

/** Where the issuer sends the browser back to; register it there. */
export const CALLBACK_PATH = `${IDENTITY_PATH}/oidc/callback`

/** Creates the accounts of an issuer (code flow with PKCE, state and nonce). Its address is looked up when it is first needed. */
export function createCompanyAccounts({ issuer, clientId, clientSecret }: OidcSettings): CompanyAccounts {
  let known: Promise<Configuration> | undefined
  const configuration = async () => {
    const client = await import('openid-client')
    const server = new URL(issuer)
    known ??= client
      .discovery(server, clientId, clientSecret, undefined, {
        execute: server.protocol === 'http:' ? [client.allowInsecureRequests] : [],
      })
      .catch((error) => {
        known = undefined
        throw error
      })
    return { client, config: await known }
  }

  return {
    async begin(origin) {
      const { client, config } = await configuration()
      const journey = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: origin + CALLBACK_PATH,
        scope: 'openid',
        state: journey.state,
        nonce: journey.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(journey.verifier),
        code_challenge_method: 'S256',
      })
      return { address, journey }
    },
    async end(address, { state, nonce, verifier }) {
      const { client, config } = await configuration()
      const tokens = await client.authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The issuer sent no ID token.')
      return { issuer: claims.iss, subject: claims.sub }
    },
  }
}
