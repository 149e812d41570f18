import { execFileSync } from 'node:child_process'
import { createPublicKey, X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { NO_COMPANY } from '#domain/agreement/company.ts'
import { silentLog } from '../../crm-sync/push/sales.testing.ts'
import { type FreshDatabase, freshDatabase, freshFolder } from '../../testing/databases.ts'
import { jwksRoutes } from './jwks.routes.ts'
import { readStatement, signStatement } from './jws.ts'
import { keyConfigOf, namedKey, opensslKey, readKeys } from './seal-keys.testing.ts'
import { createSealKeys, endsSoon } from './seal-keys.ts'

let database: FreshDatabase
let folder: string
beforeEach(async () => {
  database = await freshDatabase('postgres')
  folder = freshFolder()
})
afterEach(async () => {
  await database.close()
  fs.rmSync(folder, { recursive: true })
})

describe('the key of the embedded database', () => {
  test('is made at the first start, readable only by its account, and used again by the next', async () => {
    const config = keyConfigOf(folder, { company: { ...NO_COMPANY, name: 'Fast Lane Ltd' } })
    const first = (await readKeys(database.db, config)).current()
    const next = (await readKeys(database.db, config)).current()
    if (!first.ok || !next.ok) throw new Error('There is no key')
    expect(next.value.key.kid).toBe(first.value.key.kid)
    const { certificate } = first.value.key
    expect(certificate.subject).toBe('O=Fast Lane Ltd\nCN=Doorstep seal')
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072)
    expect(certificate.validToDate.getUTCFullYear()).toBe(new Date().getUTCFullYear() + 10)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    for (const name of ['key.pem', 'certificate.pem'])
      expect(fs.statSync(path.join(folder, 'seal', name)).mode & 0o777).toBe(0o600)
    expect(fs.statSync(path.join(folder, 'seal')).mode & 0o777).toBe(0o700)
  })

  test('says that no company is set', async () => {
    const state = (await readKeys(database.db, keyConfigOf(folder))).current()
    expect(state.ok && state.value.key.certificate.subject).toContain('O=EXAMPLE\\, no company is set')
  })

  test('is never replaced if it is gone', async () => {
    await readKeys(database.db, keyConfigOf(folder))
    fs.rmSync(path.join(folder, 'seal'), { recursive: true })
    const state = (await readKeys(database.db, keyConfigOf(folder))).current()
    expect(state).toMatchObject({ ok: false, failure: { state: 'missing' } })
    expect(fs.existsSync(path.join(folder, 'seal'))).toBe(false)
  })

  test('is never replaced if it is damaged', async () => {
    await readKeys(database.db, keyConfigOf(folder))
    const file = path.join(folder, 'seal', 'key.pem')
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/M/g, 'N'))
    const state = (await readKeys(database.db, keyConfigOf(folder))).current()
    expect(state).toMatchObject({ ok: false, failure: { state: 'corrupt' } })
    expect(fs.readFileSync(file, 'utf8')).toContain('N')
  })

  test('is refused on the database of another installation', async () => {
    await readKeys(database.db, keyConfigOf(folder))
    const elsewhere = freshFolder()
    const other = await freshDatabase('postgres')
    await readKeys(other.db, keyConfigOf(elsewhere))
    const state = (await readKeys(database.db, keyConfigOf(elsewhere))).current()
    expect(state).toMatchObject({ ok: false, failure: { state: 'foreign' } })
    await other.close()
    fs.rmSync(elsewhere, { recursive: true })
  })

  test('is made again if a process was killed while making one', async () => {
    fs.mkdirSync(path.join(folder, 'seal.unfinished'))
    fs.writeFileSync(path.join(folder, 'seal.unfinished', 'key.pem'), 'half')
    expect((await readKeys(database.db, keyConfigOf(folder))).current().ok).toBe(true)
    expect(fs.existsSync(path.join(folder, 'seal.unfinished'))).toBe(false)
  })
})

describe('a named key', () => {
  const read = (...given: Parameters<typeof namedKey>) =>
    readKeys(database.db, keyConfigOf(folder, namedKey(...given)))

  test('is read as PEM, and as P12 with its password', async () => {
    const { key, certificate } = opensslKey(folder, 'company')
    const pem = (await read(key, certificate)).current()
    const p12 = path.join(folder, 'company.p12')
    const export_ = ['pkcs12', '-export', '-inkey', key, '-in', certificate, '-out', p12]
    execFileSync('openssl', [...export_, '-passout', 'pass:secret'])
    fs.chmodSync(p12, 0o600)
    const bundle = (await read(p12, undefined, 'secret')).current()
    if (!pem.ok || !bundle.ok) throw new Error('There is no key')
    expect(bundle.value.key.kid).toBe(pem.value.key.kid)
    const bytes = Buffer.from('the same signature')
    expect(Buffer.from(await bundle.value.key.sign(bytes))).toEqual(
      Buffer.from(await pem.value.key.sign(bytes)),
    )
    const wrong = (await read(p12, undefined, 'guess')).current()
    expect(wrong).toMatchObject({ failure: { state: 'corrupt' } })
    expect(JSON.stringify(wrong)).not.toContain('guess')
  })

  test('retires its predecessor, which never seals again', async () => {
    const [old, young] = [opensslKey(folder, 'old'), opensslKey(folder, 'young')]
    expect((await read(old.key, old.certificate)).current().ok).toBe(true)
    expect((await read(young.key, young.certificate)).current().ok).toBe(true)
    expect((await read(old.key, old.certificate)).current()).toMatchObject({ failure: { state: 'retired' } })
    expect((await read(young.key, young.certificate)).current().ok).toBe(true)
  })

  test.for([
    ['is missing', 'missing', (files: ReturnType<typeof opensslKey>) => fs.rmSync(files.key)],
    [
      'is world-readable',
      'corrupt',
      (files: ReturnType<typeof opensslKey>) => fs.chmodSync(files.key, 0o644),
    ],
    [
      'belongs to another certificate',
      'foreign',
      (files: ReturnType<typeof opensslKey>) =>
        fs.copyFileSync(opensslKey(folder, 'other').certificate, files.certificate),
    ],
  ] as const)('seals nothing if it %s', async ([, state, spoil]) => {
    const files = opensslKey(folder, 'company')
    spoil(files)
    expect((await read(files.key, files.certificate)).current()).toMatchObject({
      ok: false,
      failure: { state },
    })
    expect(await database.db.selectFrom('seal_keys').selectAll().execute()).toEqual([])
  })

  test('names the certificate file that holds no certificate or is not set', async () => {
    const files = opensslKey(folder, 'company')
    fs.writeFileSync(files.certificate, 'none')
    expect((await read(files.key, files.certificate)).current()).toMatchObject({
      failure: { state: 'corrupt', reason: 'There is no certificate (PEM) in the file of SEAL_CERT_FILE.' },
    })
    expect((await read(files.key)).current()).toMatchObject({
      failure: { reason: 'There is no certificate with the seal key: set SEAL_CERT_FILE.' },
    })
  })

  test('seals nothing if it is not RSA', async () => {
    const files = opensslKey(folder, 'curve', 'ec -pkeyopt ec_paramgen_curve:P-256')
    expect((await read(files.key, files.certificate)).current()).toMatchObject({
      failure: { state: 'corrupt' },
    })
  })

  test('seals nothing once its certificate has expired', async () => {
    const { key, certificate } = opensslKey(folder, 'brief', undefined, 1)
    let now = Date.now()
    const config = keyConfigOf(folder, namedKey(key, certificate))
    const keys = await readKeys(database.db, config, () => now)
    expect(keys.current().ok).toBe(true)
    expect(endsSoon(keys.expiresAt() as Date)).toBe(true)
    now += 2 * 86_400_000
    expect(keys.current()).toMatchObject({ ok: false, failure: { state: 'expired' } })
    expect(await keys.sign('doorstep-seal', {})).toBeUndefined()
  })

  test('is read again, so that a server notices a missing, renewed or different key', async () => {
    const files = opensslKey(folder, 'company')
    const config = keyConfigOf(folder, namedKey(files.key, files.certificate))
    const keys = createSealKeys({ config, db: database.db, log: silentLog, restMs: 1 })
    const isReady = () => vi.waitFor(() => expect(keys.current().ok).toBe(true))
    const becomes = (state: string) =>
      vi.waitFor(() => expect(keys.current()).toMatchObject({ failure: { state } }))
    keys.start()
    await isReady()
    const first = keys.expiresAt()

    fs.renameSync(files.key, `${files.key}.away`)
    await becomes('missing')
    fs.renameSync(`${files.key}.away`, files.key)
    await isReady()

    const renewed = ['x509', '-in', files.certificate, '-signkey', files.key, '-days', '60']
    fs.writeFileSync(files.certificate, execFileSync('openssl', renewed, { stdio: 'pipe' }))
    await vi.waitFor(() => expect(keys.expiresAt()?.getTime()).toBeGreaterThan(first?.getTime() ?? Infinity))

    const young = opensslKey(folder, 'young')
    await read(young.key, young.certificate)
    await becomes('retired')
    fs.copyFileSync(young.certificate, files.certificate)
    fs.copyFileSync(young.key, files.key)
    await isReady()
    await keys.stop()
  })

  test('is needed with DATABASE_URL', async () => {
    const config = keyConfigOf(folder, { databaseUrl: 'postgres://somewhere' })
    expect((await readKeys(database.db, config)).current()).toMatchObject({ failure: { state: 'unset' } })
  })
})

describe('a signed statement', () => {
  let statement: string
  let certificate: X509Certificate
  let scratch: FreshDatabase
  beforeAll(async () => {
    scratch = await freshDatabase('postgres')
    const place = freshFolder()
    const state = (await readKeys(scratch.db, keyConfigOf(place))).current()
    if (!state.ok) throw new Error('There is no key')
    certificate = state.value.key.certificate
    statement = await signStatement(state.value.key, 'doorstep-day', { size: 3, day: '2026-11-24' })
    fs.rmSync(place, { recursive: true })
  })
  afterAll(() => scratch.close())

  test('is read with the published key', async () => {
    const app = Fastify().register(jwksRoutes(scratch))
    const { keys } = (await app.inject('/.well-known/jwks.json')).json()
    const [jwk] = keys
    expect(keys).toHaveLength(1)
    expect(new X509Certificate(Buffer.from(jwk.x5c[0], 'base64')).fingerprint256).toBe(
      certificate.fingerprint256,
    )
    const read = readStatement(statement, 'doorstep-day', (kid) =>
      kid === jwk.kid ? createPublicKey({ key: jwk, format: 'jwk' }) : undefined,
    )
    expect(read).toEqual({ day: '2026-11-24', size: 3 })
  })

  test.for([
    ['of another type', (text: string) => text, 'doorstep-seal'],
    ['with other words', (text: string) => text.replace(/\.[^.]+\./, '.eyJzaXplIjo0fQ.'), 'doorstep-day'],
    ['without a signature', (text: string) => text.replace(/[^.]+$/, ''), 'doorstep-day'],
    ['that is not a statement', () => 'a.b.c', 'doorstep-day'],
  ] as const)('is not accepted if it is one %s', ([, change, type]) => {
    expect(readStatement(change(statement), type, () => certificate.publicKey)).toBeUndefined()
  })
})
