import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { OF_PHONE, permissionsOf, ROLES, signsIn } from '#domain/access/roles.ts'
import { type Browser, enrolled, type House, openHouse, signedIn } from './browsers.testing.ts'

const OFFICE = '/functions/v1/back-office'

/** The calls that need each permission (docs/product 26.2, 26.4). A new route must be added here. */
const NEEDS: Record<Permission, readonly string[]> = {
  'read-leads': [
    'GET /functions/v1/premises/slice',
    'GET /functions/v1/premises/verdict',
    'GET /functions/v1/street',
    'GET /functions/v1/territory',
    'GET /functions/v1/territory/sales',
    'GET /functions/v1/visits',
    'GET /realtime/v1/changes',
    'GET /realtime/v1/websocket',
    'GET /rest/v1/leads',
  ],
  'write-leads': [`POST ${OFFICE}/leads/import`, 'PATCH /rest/v1/leads'],
  'make-sales': [
    'POST /functions/v1/claims',
    'POST /functions/v1/copy-given',
    'POST /functions/v1/do-not-knock',
    'POST /functions/v1/phones',
    'POST /functions/v1/sale-evidence',
    'POST /functions/v1/sales-progress',
    'POST /functions/v1/verify-sales',
    'POST /functions/v1/visits',
    'POST /rest/v1/opportunities',
    'PATCH /rest/v1/opportunities',
  ],
  'read-sales': [`GET ${OFFICE}/sales`, `POST ${OFFICE}/deliveries/retry`, 'GET /rest/v1/opportunities'],
  'sync-crm': [
    `GET ${OFFICE}/lead-pull`,
    `DELETE ${OFFICE}/lead-pull`,
    'GET /functions/v1/ghl-sync',
    'POST /functions/v1/ghl-sync',
    'PUT /functions/v1/ghl-sync',
    'PATCH /functions/v1/ghl-sync',
    'DELETE /functions/v1/ghl-sync',
  ],
  'read-people': [`GET ${OFFICE}/people`],
  'read-office': [
    `GET ${OFFICE}`,
    `GET ${OFFICE}/customer-notices`,
    `GET ${OFFICE}/data`,
    `GET ${OFFICE}/deliveries`,
    `GET ${OFFICE}/deliveries/:id`,
    `GET ${OFFICE}/deliveries/:id/attempts`,
    `GET ${OFFICE}/do-not-knock`,
    `GET ${OFFICE}/do-not-knock/sales`,
    `GET ${OFFICE}/documents`,
    `GET ${OFFICE}/documents-not-given`,
    `GET ${OFFICE}/held-sales`,
    `GET ${OFFICE}/leads/import`,
    `GET ${OFFICE}/phones`,
    `GET ${OFFICE}/sales-list`,
    `GET ${OFFICE}/sales/:session_id`,
    `GET ${OFFICE}/sales/:session_id/timeline`,
    `GET ${OFFICE}/street-progress`,
    `GET ${OFFICE}/summary`,
    `GET ${OFFICE}/visits-per-day`,
    'GET /rest/v1/ghl_sync_log',
    'GET /rest/v1/do_not_knock',
    'GET /rest/v1/visits',
  ],
  'write-office': [
    `DELETE ${OFFICE}/data/areas/:area`,
    `DELETE ${OFFICE}/data/versions/:id`,
    `POST ${OFFICE}/copies/send-again`,
    `POST ${OFFICE}/copy-code/renew`,
    `POST ${OFFICE}/copy-code/revoke`,
    `POST ${OFFICE}/data/areas`,
    `POST ${OFFICE}/data/versions`,
    `POST ${OFFICE}/data/versions/:id/activate`,
    `POST ${OFFICE}/data/versions/:id/lease`,
    `POST ${OFFICE}/data/versions/:id/rows`,
    `POST ${OFFICE}/dealt-with`,
    `POST ${OFFICE}/do-not-knock`,
    `POST ${OFFICE}/do-not-knock/:id/lift`,
    `PUT ${OFFICE}/deliveries/:id`,
    `PUT ${OFFICE}/phones/:id`,
  ],
  'record-outcomes': [
    `POST ${OFFICE}/sales/:session_id/outcomes`,
    `PUT ${OFFICE}/sales/:session_id/outcomes/:id`,
  ],
  'take-out': [
    `GET ${OFFICE}/do-not-knock/export`,
    `GET ${OFFICE}/documents/:session_id/:file`,
    `GET ${OFFICE}/leads/export`,
    `GET ${OFFICE}/sales.csv`,
  ],
  'release-holds': [`POST ${OFFICE}/sales/:session_id/release`],
  'read-audit': [`GET ${OFFICE}/audit`, `GET ${OFFICE}/audit.csv`],
  'manage-phones': [`PUT ${OFFICE}/phones/:id/state`],
  'manage-people': [
    `POST ${OFFICE}/people`,
    `POST ${OFFICE}/people/:id/invitations`,
    `PATCH ${OFFICE}/people/:id`,
  ],
  'manage-tokens': [`GET ${OFFICE}/tokens`, `POST ${OFFICE}/tokens`, `DELETE ${OFFICE}/tokens/:id`],
}

/**
 * The calls that need no permission: they have their own key, the code of a copy, or only need the public key to sign
 * in.
 */
const OTHERS = [
  /^GET \/map/,
  /\/functions\/v1\/(copy|identity)(\/|$)/,
  /\/webhooks\//,
  / \/rest\/v1\/(:table|rpc\/:function)?$/,
  // Refused to every caller.
  /\/realtime\/v1\/api\/broadcast/,
]
const API = /^[A-Z]+ \/(functions|rest|realtime|webhooks|map)\b/
const CALLS = Object.entries(NEEDS).flatMap(([permission, calls]) =>
  calls.map((call) => ({ call, permission: permission as Permission })),
)

let house: House
const routes = new Set<string>()
beforeAll(async () => {
  house = await openHouse('required', {}, (app) =>
    app.addHook('onRoute', ({ url, method }) => {
      for (const one of [method].flat())
        if (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(one))
          routes.add(`${one} ${url.replace(/\/$/, '') || '/'}`)
    }),
  )
})
afterAll(() => house?.close())

test('every route of the API has its permission in the list', () => {
  const known = new Set(CALLS.map(({ call }) => call))
  const unknown = [...routes].filter(
    (route) => API.test(route) && !known.has(route) && !OTHERS.some((other) => other.test(route)),
  )
  expect(unknown.filter((route) => !route.endsWith(' /rest/v1'))).toEqual([])
  const gone = [...known].filter((call) => !routes.has(call) && !call.includes('/rest/v1/'))
  expect(gone).toEqual([])
})

/** Returns the calls that are refused because of the caller. */
async function refusedTo(browser: Browser): Promise<string[]> {
  const refused: string[] = []
  for (const { call } of CALLS) {
    const [method = '', path = ''] = call.split(' ')
    const url = path.replaceAll(/:\w+/g, 'x').replace('/changes', '/changes?apikey=public-anon-key')
    if (await browser.isRefused(method, url)) refused.push(call)
  }
  return refused
}

const without = (permissions: ReadonlySet<Permission>) =>
  CALLS.filter(({ permission }) => !permissions.has(permission)).map(({ call }) => call)

test.each(ROLES.filter(signsIn))(
  'a signed-in %s is refused what the role may not do, and nothing else',
  async (role) => {
    expect(await refusedTo(await signedIn(house, `A ${role}`, role))).toEqual(without(permissionsOf(role)))
  },
)

test.each(['agent', 'lead'] as const)('a phone of a %s may sell, and nothing else', async (role) => {
  const phone = await enrolled(house, `Phone of a ${role}`, randomUUID(), role)
  expect(await refusedTo(phone)).toEqual(without(OF_PHONE))
})

test('a token may do what it was given, and nothing else, instead of the key or as a bearer token', async () => {
  const admin = await signedIn(house, 'Token maker', 'admin')
  const permissions = ['read-leads', 'make-sales'] as const
  const made = await admin.office('POST', '/tokens', { name: 'n8n', permissions })
  const { token, listed } = made.json<{ token: string; listed: { id: string } }>()
  const program = (headers: Record<string, string>) => (method: string, url: string) =>
    house.app.inject({ method: method as 'GET', url, headers })
  expect((await program({ apikey: token })('GET', '/rest/v1/leads')).statusCode).toBe(200)
  const bearer = program({ authorization: `Bearer ${token}`, apikey: 'public-anon-key' })
  expect((await bearer('GET', '/rest/v1/leads')).statusCode).toBe(200)
  const refused = await bearer('GET', '/rest/v1/opportunities')
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'not-allowed'])
  await admin.office('DELETE', `/tokens/${listed.id}`)
  expect((await program({ apikey: token })('GET', '/rest/v1/leads')).statusCode).toBe(401)
  const tokens = (await admin.office('GET', '/tokens')).body
  expect(tokens).not.toContain(token)
  expect(tokens).toContain(token.slice(-4))
})
