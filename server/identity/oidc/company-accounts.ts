import type { Configuration } from 'openid-client'
import { IDENTITY_PATH } from '#protocol/identity.ts'
import type { OidcSettings } from './oidc-settings.ts'

/** What must be kept until the browser returns. */
export type Journey = { state: string; nonce: string; verifier: string }

/** An account as the issuer names it. Both fields together are the identity, never an email address. */
export type Account = { issuer: string; subject: string }

/** The company's accounts. Calls reject if the issuer cannot be reached, or if its response cannot be trusted. */
export type CompanyAccounts = {
  /** Returns where to send the browser, and what to keep until it returns. */
  begin(origin: string): Promise<{ address: URL; journey: Journey }>
  /** Returns the account once the browser has returned to `address`. */
  end(address: URL, journey: Journey): Promise<Account>
}

/** The address to which the issuer sends the browser back. It must be registered there. */
export const CALLBACK_PATH = `${IDENTITY_PATH}/oidc/callback`

/**
 * Creates the accounts of an issuer (code flow with PKCE, state and nonce). Discovers the issuer's configuration when
 * it is first needed.
 */
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
