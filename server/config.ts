import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { accept, type Decision, refuse } from '#domain/kernel/refusal.ts'
import { DEFAULT_LOCAL_AREA } from '#domain/lead/local-area.ts'

/**
 * The settings of a running Doorstep, read once from the environment (decisions: running it). The only place
 * that knows `process.env`.
 */
export type Config = Readonly<{
  port: number
  host: string
  dataDir: string
  /** A PostgreSQL instead of the embedded one. */
  databaseUrl: string | undefined
  publicKey: string
  publicUrl: string | undefined
  localArea: string
  webhook: Readonly<{ url: string; secret: string | undefined; allowPrivate: boolean }> | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}>

type Environment = Readonly<Record<string, string | undefined>>

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const NOT_YET = 'cannot be used yet: the GoHighLevel connection comes with the next release. Leave it out.'

const web = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '')
const postgres = (value: string) => /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? '')

/** Each message goes on from the variable's name, and never repeats the value: it may be a secret. */
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
    .refine(postgres, 'must look like postgresql://user:password@host/name.')
    .optional(),
  PUBLIC_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces.')
    .default('public-anon-key'),
  PUBLIC_URL: z.string().refine(web, 'must be an address that starts with http:// or https://.').optional(),
  LOCAL_AREA: z.string().default(DEFAULT_LOCAL_AREA),
  GHL_API_TOKEN: z.never({ error: NOT_YET }).optional(),
  GHL_LOCATION_ID: z.never({ error: NOT_YET }).optional(),
  WEBHOOK_URL: z.string().refine(web, 'must be an address that starts with http:// or https://.').optional(),
  WEBHOOK_SECRET: z
    .string()
    .regex(
      /^(whsec_)?(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
      'must be base64, with or without whsec_ before it.',
    )
    .optional(),
  ALLOW_PRIVATE_WEBHOOKS: z.enum(['0', '1'], { error: 'must be 1 or 0.' }).default('0'),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}.` }).default('info'),
})

/** The configuration, or one sentence that names the first variable that is wrong. An empty value is none. */
export function configFromEnv(env: Environment): Decision<Config, 'bad_setting'> {
  const given = Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []))
  const { data, error } = environment.safeParse(Object.fromEntries(given))
  if (error) {
    const [issue] = error.issues
    return refuse('bad_setting', `${issue?.path[0]?.toString()} ${issue?.message}`)
  }
  return accept({
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    publicKey: data.PUBLIC_KEY,
    publicUrl: data.PUBLIC_URL,
    localArea: data.LOCAL_AREA,
    webhook:
      data.WEBHOOK_URL === undefined
        ? undefined
        : {
            url: data.WEBHOOK_URL,
            secret: data.WEBHOOK_SECRET,
            allowPrivate: data.ALLOW_PRIVATE_WEBHOOKS === '1',
          },
    logLevel: data.LOG_LEVEL,
  })
}

/** The environment of this process, and under it what the file `.env` of the working folder says. */
export function readEnvironment(file = '.env'): Environment {
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env }
}
