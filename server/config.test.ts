import { generateKeyPairSync, KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { NO_COMPANY } from '#domain/agreement/company.ts'
import { COMPANY } from '#domain/testing/agreements.ts'
import { configFromEnv } from './config.ts'

const sentence = (env: Record<string, string>) => {
  const decision = configFromEnv(env)
  return decision.ok ? undefined : decision.failure.sentence
}

const webhookKey = (env: Record<string, string>) => {
  const decision = configFromEnv(env)
  return decision.ok && toDer(decision.value.crmWebhookKey)
}
const toDer = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64')
const ours = generateKeyPairSync('ed25519')
const DER = toDer(ours.publicKey)
const PEM = ours.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const PRIVATE_PEM = ours.privateKey.export({ type: 'pkcs8', format: 'pem' })
const RSA_PEM = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({
  type: 'spki',
  format: 'pem',
})

test('without settings, uses the embedded database and serves this machine only', () => {
  expect(configFromEnv({})).toEqual({
    ok: true,
    value: {
      role: 'both',
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: undefined,
      publicKey: 'public-anon-key',
      authMode: 'anonymous',
      oidc: undefined,
      metricsKey: undefined,
      publicUrl: undefined,
      corsOrigins: [],
      localArea: 'Greenfield Valley',
      crm: undefined,
      crmWebhookKey: expect.any(KeyObject),
      webhook: undefined,
      mail: undefined,
      company: NO_COMPANY,
      copyLinkDays: 760,
      retentionYears: undefined,
      seal: { keyFile: undefined, certificateFile: undefined, password: undefined },
      logLevel: 'info',
    },
  })
})

test('takes every setting from its variable', () => {
  const decision = configFromEnv({
    PORT: ' 8080 ',
    HOST: '::1',
    DATA_DIR: '/srv/doorstep',
    DATABASE_URL: 'postgres://u:p@db/doorstep',
    PUBLIC_KEY: 'k',
    AUTH_MODE: 'mixed',
    AUTH_OIDC_ISSUER: 'https://accounts.example/tenant',
    AUTH_OIDC_CLIENT_ID: 'doorstep',
    AUTH_OIDC_CLIENT_SECRET: 'hush',
    METRICS_KEY: 'm',
    PUBLIC_URL: 'https://sales.example',
    CORS_ORIGINS: 'https://App.example:443, http://localhost:5173/',
    LOCAL_AREA: 'Riverside',
    GHL_API_TOKEN: 'pit-1',
    GHL_LOCATION_ID: 'loc',
    GHL_BASE_URL: 'http://localhost:4010/api/',
    GHL_PIPELINE_ID: 'pipe',
    GHL_STAGE_OPEN: 's1',
    GHL_STAGE_QUALIFIED: 's2',
    GHL_STAGE_WON: 's3',
    GHL_STAGE_LOST: 's4',
    GHL_LEAD_TAG: 'field sales',
    WEBHOOK_URL: 'https://hooks.example/1',
    WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ALLOW_PRIVATE_WEBHOOKS: '1',
    SMTP_URL: 'smtps://u:p@mail.example',
    MAIL_FROM: 'Copies <copies@sales.example>',
    COMPANY_NAME: 'Fellside Broadband Ltd',
    COMPANY_ADDRESS: '1 Market Place, Alston CA9 3AB',
    COMPANY_EMAIL: 'help@fellside.example',
    COMPANY_PHONE: '01434 000000',
    COMPANY_NUMBER: '01234567',
    PROVIDER_NAME: 'Northern Fibre plc',
    PROVIDER_ADDRESS: '2 Quayside, Newcastle NE1 1AA',
    COMPLAINTS_URL: 'https://fellside.example/complaints',
    ADR_SCHEME: 'Communications Ombudsman',
    NETWORK_TECHNOLOGY: 'Full fibre',
    EQUIPMENT: 'loan',
    COPY_LINK_DAYS: '30',
    RETENTION_YEARS: '6',
    SEAL_KEY_FILE: '/run/secrets/seal.p12',
    SEAL_CERT_FILE: '/run/secrets/seal.pem',
    SEAL_KEY_PASSWORD: 'open',
    LOG_LEVEL: 'warn',
  })
  expect(decision).toEqual({
    ok: true,
    value: {
      role: 'both',
      port: 8080,
      host: '::1',
      dataDir: '/srv/doorstep',
      databaseUrl: 'postgres://u:p@db/doorstep',
      publicKey: 'k',
      authMode: 'mixed',
      oidc: { issuer: 'https://accounts.example/tenant', clientId: 'doorstep', clientSecret: 'hush' },
      metricsKey: 'm',
      publicUrl: 'https://sales.example',
      corsOrigins: ['https://app.example', 'http://localhost:5173'],
      localArea: 'Riverside',
      crm: {
        baseUrl: 'http://localhost:4010/api',
        token: 'pit-1',
        locationId: 'loc',
        pipelineId: 'pipe',
        stages: { open: 's1', qualified: 's2', 'closed-won': 's3', 'closed-lost': 's4' },
        leadTag: 'field sales',
      },
      crmWebhookKey: expect.any(KeyObject),
      webhook: {
        url: 'https://hooks.example/1',
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        allowPrivate: true,
      },
      mail: { url: 'smtps://u:p@mail.example', from: 'Copies <copies@sales.example>' },
      company: COMPANY,
      copyLinkDays: 30,
      retentionYears: 6,
      seal: {
        keyFile: '/run/secrets/seal.p12',
        certificateFile: '/run/secrets/seal.pem',
        password: 'open',
      },
      logLevel: 'warn',
    },
  })
})

describe('HOST', () => {
  const PUBLIC_URL = 'https://sales.example'

  test.each(['0.0.0.0', '::', '192.168.1.20', '10.0.0.1', 'fd00::1', 'doorstep.internal'])(
    'may be %s if agents come by https',
    (HOST) => {
      const refused = 'HOST opens Doorstep to a network: PUBLIC_URL must be the https:// address'
      expect(sentence({ HOST })).toContain(refused)
      expect(sentence({ HOST, PUBLIC_URL: 'http://sales.example' })).toContain(refused)
      expect(configFromEnv({ HOST, PUBLIC_URL })).toMatchObject({ ok: true, value: { host: HOST } })
    },
  )

  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', 'localhost'])(
    'may be %s, which is this machine, without further settings',
    (HOST) => {
      expect(configFromEnv({ HOST })).toMatchObject({ ok: true, value: { host: HOST } })
    },
  )
})

test('uses GoHighLevel if a token and a location are set; the rest is optional', () => {
  const decision = configFromEnv({ GHL_API_TOKEN: 'pit-1', GHL_LOCATION_ID: 'loc' })
  expect(decision.ok && decision.value.crm).toEqual({
    baseUrl: 'https://services.leadconnectorhq.com',
    token: 'pit-1',
    locationId: 'loc',
    pipelineId: undefined,
    stages: {},
    leadTag: undefined,
  })
})

test('uses the webhook key that HighLevel publishes', () => {
  expect(webhookKey({})).toBe('MCowBQYDK2VwAyEAi2HR1srL4o18O8BRa7gVJY7G7bupbN3H9AwJrHCDiOg=')
})

test.each([
  ['the base64 of its DER', DER],
  ['PEM', PEM],
  ['PEM on one line', PEM.replaceAll('\n', '\\n')],
])('or another one, given as %s', (_form, GHL_WEBHOOK_PUBLIC_KEY) => {
  expect(webhookKey({ GHL_WEBHOOK_PUBLIC_KEY })).toBe(DER)
})

test('treats an empty variable as unset', () => {
  expect(configFromEnv({ PORT: '', WEBHOOK_URL: ' ', GHL_API_TOKEN: '' })).toEqual(configFromEnv({}))
})

test.for([
  [{ PORT: '3000x' }, 'PORT must be a number from 0 to 65535.'],
  [{ PORT: '65536' }, 'PORT must be a number from 0 to 65535.'],
  [{ HOST: 'not a host' }, 'HOST must be a host name or an IP address.'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must look like postgresql://user:password@host/name.'],
  [{ PUBLIC_KEY: 'a b' }, 'PUBLIC_KEY must be printable ASCII without spaces.'],
  [
    { SMTP_URL: 'mail.example' },
    'SMTP_URL must be an address that starts with smtp:// or smtps://, without a path.',
  ],
  [
    { SMTP_URL: 'smtp://mail.example' },
    'MAIL_FROM is missing: SMTP_URL needs the address that emails come from.',
  ],
  [{ MAIL_FROM: 'sales' }, 'MAIL_FROM must be an email address.'],
  [{ PUBLIC_URL: 'sales' }, 'PUBLIC_URL must be an address that starts with http:// or https://.'],
  ...[
    'https://sales.example/base',
    'https://sales.example?q=1',
    'https://sales.example#a',
    'https://u:p@sales.example',
  ].map((PUBLIC_URL) => [
    { PUBLIC_URL },
    'PUBLIC_URL must be the address alone, such as https://sales.example.com: without a path, ?, # or a password.',
  ]),
  ...[
    'app.example',
    'https://app.example/page',
    'https://a.example,',
    '*',
    'https://*.example',
    'https://u@a.example',
    'null',
  ].map((CORS_ORIGINS) => [
    { CORS_ORIGINS },
    'CORS_ORIGINS must be origins such as https://app.example.com, without a path, with commas between.',
  ]),
  [{ WEBHOOK_URL: 'ftp://x' }, 'WEBHOOK_URL must be an address that starts with http:// or https://.'],
  [{ WEBHOOK_SECRET: 'hunter2!' }, 'WEBHOOK_SECRET must be base64, with or without whsec_ before it.'],
  [{ ALLOW_PRIVATE_WEBHOOKS: 'yes' }, 'ALLOW_PRIVATE_WEBHOOKS must be 1 or 0.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
  [
    { GHL_API_TOKEN: 'pit-1' },
    'GHL_LOCATION_ID is missing: GoHighLevel needs GHL_API_TOKEN and GHL_LOCATION_ID.',
  ],
  [
    { GHL_LOCATION_ID: 'loc' },
    'GHL_API_TOKEN is missing: GoHighLevel needs GHL_API_TOKEN and GHL_LOCATION_ID.',
  ],
  [
    { SEAL_CERT_FILE: '/seal/seal.pem' },
    'SEAL_KEY_FILE is missing: SEAL_CERT_FILE names the certificate of that key.',
  ],
  [{ GHL_API_TOKEN: 'pit 1' }, 'GHL_API_TOKEN must be printable ASCII without spaces.'],
  [{ GHL_BASE_URL: 'ghl' }, 'GHL_BASE_URL must be an address that starts with http:// or https://.'],
  ...['https://x/?a=b', 'https://x/v2#top'].map((GHL_BASE_URL) => [
    { GHL_BASE_URL },
    'GHL_BASE_URL must be an address without ? and #: paths are put behind it.',
  ]),
  ...['secret', PRIVATE_PEM, RSA_PEM, RSA_PEM.slice(0, 90)].map((GHL_WEBHOOK_PUBLIC_KEY) => [
    { GHL_WEBHOOK_PUBLIC_KEY },
    'GHL_WEBHOOK_PUBLIC_KEY must be an Ed25519 public key: PEM, or the base64 of its DER.',
  ]),
] as [Record<string, string>, string][])('%j is refused in one sentence', ([env, expected]) => {
  expect(sentence(env)).toBe(expected)
})

test.each([
  ['AUTH_MODE', 'optional', 'must be one of anonymous, mixed, required.'],
  ['LOCAL_AREA', 'two\nlines', 'must be one line.'],
  ['LOCAL_AREA', 'x'.repeat(301), 'must be at most 300 characters.'],
  ['COMPANY_NAME', 'two\nlines', 'must be one line.'],
  ['COMPANY_ADDRESS', 'x'.repeat(301), 'must be at most 300 characters.'],
  ['COMPANY_EMAIL', 'help', 'must be an email address.'],
  ['COMPANY_PHONE', 'call us', 'must be a phone number.'],
  ['COMPLAINTS_URL', 'fellside.example', 'must be an address that starts with http:// or https://.'],
  ['EQUIPMENT', 'rent', 'must be loan or sold.'],
  ['COPY_LINK_DAYS', '0', 'must be a number of days from 1 to 9999.'],
])('refuses a %s of "%s" in one line', (name, value, sentence) => {
  expect(configFromEnv({ [name]: value })).toMatchObject({ failure: { sentence: `${name} ${sentence}` } })
})
