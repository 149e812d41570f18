import type { FastifyBaseLogger } from 'fastify'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { Db } from '../../db/schema.ts'
import { createLoop } from '../../jobs/loop.ts'
import { type StatementType, signStatement } from './jws.ts'
import type { KeyFailure } from './key-failure.ts'
import { isNamedKey, type KeyConfig, readKeyFiles } from './key-files.ts'
import { type KeyFiles, readSealKey, type SealKey } from './seal-key.ts'
import { hasKeys, registerKey } from './seal-keys.queries.ts'

/** A key that may seal now, and the files that it was read from. */
export type CurrentKey = Readonly<{ key: SealKey; files: KeyFiles }>

/** The company's seal key in this process. */
export type SealKeys = {
  /** Reads the key, or makes it if it must, and reads it again each minute. */
  start(): void
  stop(): Promise<void>
  /** Resolves once the first attempt to read the key has ended. */
  ready(): Promise<void>
  /** Returns the key, or the reason why nothing is sealed. */
  current(): Result<CurrentKey, KeyFailure>
  /** Returns when the certificate of the key ends, if a key could be read. */
  expiresAt(): Date | undefined
  /** Returns a signed statement, or undefined while there is no key. */
  sign(type: StatementType, payload: object): Promise<string | undefined>
}

type Given = {
  config: KeyConfig
  db: Db
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  now?: () => number
  restMs?: number
}

const REST_MS = 60_000
const DAY_MS = 86_400_000
/** Warnings begin this long before a certificate ends. */
const WARNED_MS = 60 * DAY_MS

const NOT_READ: KeyFailure = { state: 'missing', reason: 'The seal key has not been read yet.' }

/** Returns true if a certificate ends within 60 days. */
export const endsSoon = (expiresAt: Date, now = Date.now()) => expiresAt.getTime() - now < WARNED_MS

/** Creates the holder of the key. It never rejects if a key cannot be used: sales continue without a seal. */
export function createSealKeys({ config, db, log, now = Date.now, restMs = REST_MS }: Given): SealKeys {
  let found: Result<CurrentKey, KeyFailure> = failed(NOT_READ)
  let logged: string | undefined
  let warnedAt = Number.NEGATIVE_INFINITY
  const firstRead = Promise.withResolvers<void>()
  const loop = createLoop({ name: 'seal-key', work: read, restMs, log })

  async function read(): Promise<void> {
    try {
      found = await load(config, db)
    } finally {
      report()
      firstRead.resolve()
    }
  }

  function current(): Result<CurrentKey, KeyFailure> {
    if (!found.ok) return found
    const { validFromDate, validToDate } = found.value.key.certificate
    if (now() >= validToDate.getTime())
      return failed({ state: 'expired', reason: `The seal's certificate expired on ${dayOf(validToDate)}.` })
    if (now() < validFromDate.getTime())
      return failed({
        state: 'expired',
        reason: `The seal's certificate is not valid before ${dayOf(validFromDate)}.`,
      })
    return found
  }

  /** Logs each new key or failure once, and the end of the certificate once a day. */
  function report(): void {
    const state = current()
    const news = state.ok ? state.value.key.kid : state.failure.reason
    if (news !== logged && state.ok) log.info({ kid: news }, 'The seal key is ready')
    if (news !== logged && !state.ok) log.error(state.failure, 'Nothing is sealed')
    logged = news
    const expiresAt = found.ok ? found.value.key.certificate.validToDate : undefined
    if (!expiresAt || !endsSoon(expiresAt, now()) || now() - warnedAt < DAY_MS) return
    log.warn({ expiresAt: expiresAt.toISOString() }, "The seal's certificate ends within 60 days")
    warnedAt = now()
  }

  return {
    start: loop.start,
    stop: loop.stop,
    ready: () => firstRead.promise,
    current,
    expiresAt: () => (found.ok ? found.value.key.certificate.validToDate : undefined),
    async sign(type, payload) {
      const state = current()
      return state.ok ? signStatement(state.value.key, type, payload) : undefined
    },
  }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

async function load(config: KeyConfig, db: Db): Promise<Result<CurrentKey, KeyFailure>> {
  const files = await readKeyFiles(config, () => hasKeys(db))
  if (!files.ok) return files
  const key = await readSealKey(files.value)
  if (!key.ok) return key
  const { kid, certificate } = key.value
  const state = await registerKey(db, {
    kid,
    certificate: certificate.raw,
    notAfter: certificate.validToDate.toISOString(),
    maySucceed: isNamedKey(config),
  })
  if (state === 'retired')
    return failed({
      state,
      reason: 'Another key has replaced this seal key. Set SEAL_KEY_FILE to it.',
    })
  if (state === 'foreign')
    return failed({ state, reason: 'The seal key in DATA_DIR belongs to another installation.' })
  return success({ key: key.value, files: files.value })
}
