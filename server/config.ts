import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { GoHighLevelSettings } from '#crm/gohighlevel/http/settings.ts'
import type { Company } from '#domain/agreement/company.ts'
import { accept, type Decision, refuse } from '#domain/kernel/refusal.ts'
import { DEFAULT_LOCAL_AREA } from '#domain/lead/local-area.ts'
import { AUTH_MODES, type AuthMode } from '#protocol/identity.ts'
import { COMPANY_SETTINGS, companyOf, line } from './company-settings.ts'
import { findEd25519Key } from './crm-sync/events/ed25519-key.ts'
import { parsePostgresAddress } from './db/postgres/postgres-address.ts'
import type { Environment } from './environment.ts'
import { isLoopback } from './http/loopback.ts'
import { type OidcSettings, oidcSettingsOf } from './identity/oidc/oidc-settings.ts'
import { isSmtpAddress, type MailSettings, mailSettingsOf } from './mail/mail-settings.ts'
import { type Role, roleFromArguments } from './role.ts'

/** The settings of a running Doorstep, read once from the environment (docs/product 11.2). */
export type Config = Readonly<{
  role: Role
  port: number
  host: string
  dataDir: string
  /** A PostgreSQL to use instead of the embedded one. */
  databaseUrl: string | undefined
  publicKey: string
  /** Whether people sign in. */
  authMode: AuthMode
  /** The company's accounts, with which people can also sign in; undefined if the company has none. */
  oidc: OidcSettings | undefined
  /** If set, other machines can read `/metrics` with this key. Otherwise only this machine can. */
  metricsKey: string | undefined
  publicUrl: string | undefined
  /** Origins whose pages may call the API. */
  corsOrigins: readonly string[]
  localArea: string
  /** The CRM; undefined for the sandbox. */
  crm: GoHighLevelSettings | undefined
  /** The key that signs the CRM's events (Ed25519). */
  crmWebhookKey: KeyObject
  /** The company that the documents name, and what they say about the service. */
  company: Company
  /** The number of days for which the link to a customer's copy works. */
  copyLinkDays: number
  /** The number of years after which a sale is due for erasing; undefined if that is not decided. */
  retentionYears: number | undefined
  /** Where to find the key that seals the documents. */
  seal: Readonly<{
    keyFile: string | undefined
    certificateFile: string | undefined
    password: string | undefined
  }>
  webhook: Readonly<{ url: string; secret: string | undefined; allowPrivate: boolean }> | undefined
  /** The mail server; undefined if Doorstep sends no mail. */
  mail: MailSettings | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** The key that HighLevel publishes for every app, as the base64 of its DER. */
const HIGHLEVEL_KEY = 'MCowBQYDK2VwAyEAi2HR1srL4o18O8BRa7gVJY7G7bupbN3H9AwJrHCDiOg='

const web = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '')

/** Returns the origin of an address as browsers send it, or undefined if the address is more than an origin. */
const originOf = (value: string) => {
  const url = URL.parse(value)
  return url && web(value) && url.href === `${url.origin}/` && !value.includes('*') ? url.origin : undefined
}

const address = z.string().refine(web, 'must be an address that starts with http:// or https://.')
const visible = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces.')

/** Each message continues after the variable's name, and never repeats the value, because that may be a secret. */
const environment = z.object({
  PORT: z
    .string()
    .refine(
      (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
      'must be a number from 0 to 65535.',
    )
    .transform(Number)
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an IP address.')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .superRefine((value, context) => {
      const address = parsePostgresAddress(value)
      if (!address.ok) context.addIssue(address.failure.sentence)
    })
    .optional(),
  PUBLIC_KEY: visible.default('public-anon-key'),
  AUTH_MODE: z.enum(AUTH_MODES, { error: `must be one of ${AUTH_MODES.join(', ')}.` }).default('anonymous'),
  AUTH_OIDC_ISSUER: z.string().optional(),
  AUTH_OIDC_CLIENT_ID: visible.optional(),
  AUTH_OIDC_CLIENT_SECRET: visible.optional(),
  METRICS_KEY: visible.optional(),
  PUBLIC_URL: address
    .refine(
      (value) => !web(value) || originOf(value) !== undefined,
      'must be the address alone, such as https://sales.example.com: without a path, ?, # or a password.',
    )
    .transform((value) => originOf(value) ?? value)
    .optional(),
  CORS_ORIGINS: z
    .string()
    .transform((value, context) => {
      const origins = value.split(',').map((given) => originOf(given.trim()))
      if (origins.every((origin) => origin !== undefined)) return origins
      context.addIssue(
        'must be origins such as https://app.example.com, without a path, with commas between.',
      )
      return z.NEVER
    })
    .default([]),
  LOCAL_AREA: line.default(DEFAULT_LOCAL_AREA),
  GHL_API_TOKEN: visible.optional(),
  GHL_LOCATION_ID: visible.optional(),
  GHL_BASE_URL: address
    .refine((value) => !/[?#]/.test(value), 'must be an address without ? and #: paths are put behind it.')
    .transform((value) => value.replace(/\/+$/, ''))
    .default('https://services.leadconnectorhq.com'),
  GHL_PIPELINE_ID: visible.optional(),
  GHL_STAGE_OPEN: visible.optional(),
  GHL_STAGE_QUALIFIED: visible.optional(),
  GHL_STAGE_WON: visible.optional(),
  GHL_STAGE_LOST: visible.optional(),
  GHL_LEAD_TAG: z.string().optional(),
  GHL_WEBHOOK_PUBLIC_KEY: z
    .string()
    .default(HIGHLEVEL_KEY)
    .transform((value, context) => {
      const key = findEd25519Key(value)
      if (key) return key
      context.addIssue('must be an Ed25519 public key: PEM, or the base64 of its DER.')
      return z.NEVER
    }),
  WEBHOOK_URL: address.optional(),
  WEBHOOK_SECRET: z
    .string()
    .regex(
      /^(whsec_)?(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
      'must be base64, with or without whsec_ before it.',
    )
    .optional(),
  ALLOW_PRIVATE_WEBHOOKS: z.enum(['0', '1'], { error: 'must be 1 or 0.' }).default('0'),
  SMTP_URL: z
    .string()
    .refine(isSmtpAddress, 'must be an address that starts with smtp:// or smtps://, without a path.')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an email address.')
    .optional(),
  ...COMPANY_SETTINGS,
  COPY_LINK_DAYS: z
    .string()
    .refine((value) => /^[1-9]\d{0,3}$/.test(value), 'must be a number of days from 1 to 9999.')
    .transform(Number)
    .default(760),
  RETENTION_YEARS: z
    .string()
    .refine((value) => /^[1-9]\d?$/.test(value), 'must be a number of years from 1 to 99.')
    .transform(Number)
    .optional(),
  SEAL_KEY_FILE: z.string().optional(),
  SEAL_CERT_FILE: z.string().optional(),
  SEAL_KEY_PASSWORD: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}.` }).default('info'),
})

type Settings = z.infer<typeof environment>

/**
 * Returns the configuration for the environment and the arguments of the process, or one sentence about the first bad
 * setting. An empty value counts as unset.
 */
export function configFromEnv(
  env: Environment,
  args: readonly string[] = [],
): Decision<Config, 'bad_setting'> {
  const role = roleFromArguments(args)
  if (!role.ok) return role
  const given = Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []))
  const { data, error } = environment.safeParse(Object.fromEntries(given))
  if (error) {
    const [issue] = error.issues
    return refuse('bad_setting', `${issue?.path[0]?.toString()} ${issue?.message}`)
  }
  const crm = crmOf(data)
  if (!crm.ok) return crm
  const seal = sealOf(data)
  if (!seal.ok) return seal
  const oidc = oidcSettingsOf(data)
  if (!oidc.ok) return oidc
  const mail = mailSettingsOf(data)
  if (!mail.ok) return mail
  if (role.value !== 'both' && data.DATABASE_URL === undefined)
    return refuse(
      'bad_setting',
      `--role=${role.value} needs DATABASE_URL: the embedded database belongs to one process.`,
    )
  if (!isLoopback(data.HOST) && !data.PUBLIC_URL?.startsWith('https://'))
    return refuse(
      'bad_setting',
      'HOST opens Doorstep to a network: PUBLIC_URL must be the https:// address at which agents reach it.',
    )
  return accept({
    role: role.value,
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    publicKey: data.PUBLIC_KEY,
    authMode: data.AUTH_MODE,
    oidc: oidc.value,
    metricsKey: data.METRICS_KEY,
    publicUrl: data.PUBLIC_URL,
    corsOrigins: data.CORS_ORIGINS,
    localArea: data.LOCAL_AREA,
    crm: crm.value,
    crmWebhookKey: data.GHL_WEBHOOK_PUBLIC_KEY,
    webhook: webhookOf(data),
    mail: mail.value,
    company: companyOf(data),
    copyLinkDays: data.COPY_LINK_DAYS,
    retentionYears: data.RETENTION_YEARS,
    seal: seal.value,
    logLevel: data.LOG_LEVEL,
  })
}

function crmOf(data: Settings): Decision<Config['crm'], 'bad_setting'> {
  const { GHL_API_TOKEN: token, GHL_LOCATION_ID: locationId } = data
  if (token === undefined && locationId === undefined) return accept(undefined)
  if (token === undefined || locationId === undefined) {
    const missing = token === undefined ? 'GHL_API_TOKEN' : 'GHL_LOCATION_ID'
    return refuse(
      'bad_setting',
      `${missing} is missing: GoHighLevel needs GHL_API_TOKEN and GHL_LOCATION_ID.`,
    )
  }
  const stages = {
    open: data.GHL_STAGE_OPEN,
    qualified: data.GHL_STAGE_QUALIFIED,
    'closed-won': data.GHL_STAGE_WON,
    'closed-lost': data.GHL_STAGE_LOST,
  }
  return accept({
    baseUrl: data.GHL_BASE_URL,
    token,
    locationId,
    pipelineId: data.GHL_PIPELINE_ID,
    stages: Object.fromEntries(Object.entries(stages).filter(([, stage]) => stage !== undefined)),
    leadTag: data.GHL_LEAD_TAG,
  })
}

function sealOf(data: Settings): Decision<Config['seal'], 'bad_setting'> {
  const { SEAL_KEY_FILE: keyFile, SEAL_CERT_FILE: certificateFile, SEAL_KEY_PASSWORD: password } = data
  if (certificateFile !== undefined && keyFile === undefined)
    return refuse(
      'bad_setting',
      'SEAL_KEY_FILE is missing: SEAL_CERT_FILE names the certificate of that key.',
    )
  return accept({ keyFile, certificateFile, password })
}

function webhookOf(data: Settings): Config['webhook'] {
  if (data.WEBHOOK_URL === undefined) return undefined
  return {
    url: data.WEBHOOK_URL,
    secret: data.WEBHOOK_SECRET,
    allowPrivate: data.ALLOW_PRIVATE_WEBHOOKS === '1',
  }
}
