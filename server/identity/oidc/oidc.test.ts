import type { InjectOptions } from 'fastify'
import { Events, type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { IDENTITY_PATH, type Me } from '#protocol/identity.ts'
import { Browser, codeFor, type House, openHouse } from '../browsers.testing.ts'

const START = `${IDENTITY_PATH}/oidc/start`
const issuer = new OAuth2Server()
let house: House
beforeAll(async () => {
  await issuer.issuer.keys.generate('RS256')
  await issuer.start(0, '127.0.0.1')
  house = await openHouse('required', {
    AUTH_OIDC_ISSUER: issuer.issuer.url ?? '',
    AUTH_OIDC_CLIENT_ID: 'doorstep',
    AUTH_OIDC_CLIENT_SECRET: 'hush',
  })
})
afterEach(() => void issuer.service.removeAllListeners())
afterAll(async () => {
  await house?.close()
  await issuer.stop()
})

/** Makes the issuer sign in someone, or change its claims about them. */
const asAccount = (sub: string, changed: Record<string, unknown> = {}) =>
  issuer.service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    Object.assign(payload, { sub }, changed)
  })

const locationOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['location'])
const navigate = (browser: Browser, url: string) =>
  browser.call('GET' as InjectOptions['method'] & string, url)

/** Goes to the issuer and back, and returns the page where the browser ends up. */
async function signInAt(
  browser: Browser,
  query = '',
  onTheWay: (back: URL) => void = () => {},
): Promise<string> {
  const begun = locationOf(await navigate(browser, START + query))
  if (begun.startsWith('/')) return begun
  const sentBack = await fetch(begun, { redirect: 'manual' })
  const back = new URL(sentBack.headers.get('location') ?? '')
  onTheWay(back)
  return locationOf(await navigate(browser, back.pathname + back.search))
}

const whoIs = async (browser: Browser) => (await browser.identity('/me')).json<Me>()

test('an invitation is opened with an account, which signs in from then on', async () => {
  asAccount('ada@tenant')
  const code = await codeFor(house, 'Ada', 'admin')
  const browser = new Browser(house)
  expect(await signInAt(browser, `?code=${code}&next=/admin/people`)).toBe('/admin/people')
  expect(await whoIs(browser)).toMatchObject({ person: { name: 'Ada' }, has_company_accounts: true })
  const another = new Browser(house)
  expect(await signInAt(another)).toBe('/admin')
  expect((await whoIs(another)).person).toMatchObject({ name: 'Ada', role: 'admin' })
  expect(another.cookies.has('doorstep-journey')).toBe(false)
})

test('an unknown account signs no one in, and a taken one uses up no invitation', async () => {
  asAccount('stranger')
  expect(await signInAt(new Browser(house))).toBe('/sign-in?problem=account-unknown')
  issuer.service.removeAllListeners()
  asAccount('ada@tenant')
  const code = await codeFor(house, 'Ben', 'office')
  expect(await signInAt(new Browser(house), `?code=${code}`)).toBe('/sign-in?problem=account-taken')
  issuer.service.removeAllListeners()
  asAccount('ben@tenant')
  expect(await signInAt(new Browser(house), `?code=${code}`)).toBe('/admin')
})

test.each<[string, Record<string, unknown>]>([
  ['another nonce', { nonce: 'x' }],
  ['another audience', { aud: 'another' }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['an end in the past', { exp: 1 }],
])('an ID token with %s is not trusted', async (_, changed) => {
  asAccount('ada@tenant', changed)
  const browser = new Browser(house)
  expect(await signInAt(browser)).toBe('/sign-in?problem=accounts-unavailable')
  expect((await whoIs(browser)).person).toBeNull()
})

test('a response that this browser did not ask for is refused', async () => {
  asAccount('ada@tenant')
  const forged = await signInAt(new Browser(house), '', (back) => back.searchParams.set('state', 'x'))
  expect(forged).toBe('/sign-in?problem=accounts-unavailable')
  const browser = new Browser(house)
  const elsewhere = await signInAt(browser, '', () => browser.cookies.clear())
  expect(elsewhere).toBe('/sign-in?problem=accounts-unavailable')
})

test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
  'never leads on to %s',
  async (next) => {
    asAccount('ada@tenant')
    expect(await signInAt(new Browser(house), `?next=${encodeURIComponent(next)}`)).toBe('/admin')
  },
)

test('if an issuer cannot be reached, it leads back, and the next attempt asks the issuer again', async () => {
  const another = await openHouse('required', {
    AUTH_OIDC_ISSUER: 'http://127.0.0.1:9',
    AUTH_OIDC_CLIENT_ID: 'doorstep',
    AUTH_OIDC_CLIENT_SECRET: 'hush',
  })
  const browser = new Browser(another)
  for (let tries = 0; tries < 2; tries++)
    expect(await signInAt(browser)).toBe('/sign-in?problem=accounts-unavailable')
  await another.close()
})
