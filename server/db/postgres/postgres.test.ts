import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { openPostgres } from './postgres.ts'
import { createPrimary, primaryClient } from './primary.ts'

/** The message with which PostgreSQL ends an answer outside a transaction. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1')

let database: FreshDatabase
let proxy: net.Server | undefined
let sockets: net.Socket[]
/** The first message of each connection through the proxy. */
let startups: Buffer[]
beforeEach(async () => {
  sockets = []
  startups = []
  database = await freshDatabase('postgres')
})
afterEach(async () => {
  proxy?.close()
  for (const socket of sockets) socket.destroy()
  await database.close()
})

const write = () =>
  database.db
    .insertInto('leads')
    .values({ street_address: '1 High St', postcode: '', voucher_value: 0 })
    .execute()
const ask = (statement: string) => sql.raw(statement).execute(database.db)

test('gives up a connection at the first write that it refuses', async () => {
  await ask('set session characteristics as transaction read only')
  await expect(write()).rejects.toMatchObject({ code: '25006' })
  await write()
})

test('gives up a connection that refuses a write in a transaction', async () => {
  await ask('set session characteristics as transaction read only')
  const both = database.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('leads').execute()
  })
  await expect(both).rejects.toThrow()
  await write()
})

test('fails only the query whose connection breaks', async () => {
  await expect(ask('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({ code: '57P01' })
  await write()
})

test('fails only the query whose connection is reset', async () => {
  const torn = await openPostgres(await throughProxy(), { error() {} })
  const asleep = sql`select pg_sleep(60)`.execute(torn.db)
  const ended = expect(asleep).rejects.toThrow()
  await vi.waitFor(async () => {
    const { rows } = await ask(
      "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
    )
    expect(rows).toHaveLength(1)
  })
  for (const socket of sockets) socket.resetAndDestroy()
  await ended
  await torn.ping()
  await torn.close()
})

test('gives up a connection to a machine that has vanished once a query times out', async () => {
  const url = new URL(await throughProxy())
  const host = { host: url.hostname, port: Number(url.port) }
  const config = { user: 'doorstep', database: url.pathname.slice(1), query_timeout: 300, max: 1 }
  const pool = new pg.Pool({ ...config, Client: primaryClient(createPrimary([host], config)) })
  const client = await pool.connect()
  for (const socket of sockets) socket.unpipe().pause()
  await expect(client.query('select 1')).rejects.toThrow('Query read timeout')
  client.release()
  expect(pool.totalCount).toBe(0)
  await pool.end()
})

test('starts every connection with only the parameters that a pooler accepts', async () => {
  const opened = await openPostgres(await throughProxy(), { error() {} })
  await opened.ping()
  await opened.migrate()
  const isListening = Promise.withResolvers<void>()
  const listener = opened.listen?.('doorstep_test', () => isListening.resolve())
  await isListening.promise
  await listener?.stop()
  await opened.close()
  const asked = startups.map((sent) =>
    sent
      .toString('utf8', 8)
      .split('\0')
      .filter((_, at) => at % 2 === 0),
  )
  expect(asked.length).toBeGreaterThanOrEqual(3)
  for (const names of asked)
    expect(names.filter(Boolean)).toEqual(['user', 'database', 'application_name', 'client_encoding'])
})

test('refuses to start behind a pooler that shares a session among connections', async () => {
  await expect(openPostgres(await throughOneSession(), { error() {} })).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining('pool_mode = session'),
  })
})

test('refuses to start behind a pooler that lends sessions, even if each connection has a different one', async () => {
  await expect(openPostgres(await throughLentSessions(), { error() {} })).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining('pool_mode = session'),
  })
})

test('ends a slow statement or an idle transaction on every connection, even on a replacement', async () => {
  const settings = () =>
    sql`select name, setting from pg_settings where name in ('DateStyle', 'idle_in_transaction_session_timeout',
      'statement_timeout', 'TimeZone') order by lower(name)`.execute(database.db)
  const set = [
    { name: 'DateStyle', setting: 'ISO, MDY' },
    { name: 'idle_in_transaction_session_timeout', setting: '15000' },
    { name: 'statement_timeout', setting: '15000' },
    { name: 'TimeZone', setting: 'UTC' },
  ]
  expect((await settings()).rows).toEqual(set)
  await expect(ask('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
  expect((await settings()).rows).toEqual(set)
})

test('says that a server takes no writes, whether it is a standby or not', async () => {
  const name = new URL(database.url ?? '').pathname.slice(1)
  await ask(`alter database ${name} set default_transaction_read_only = on`)
  await ask('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
  await expect(ask('select 1')).rejects.toMatchObject({
    code: '08001',
    message: expect.stringContaining('read-only'),
  })
})

/** Starts a TCP proxy to the test's database and returns its address. Its connections are in `sockets`. */
const throughProxy = () =>
  listenBefore((socket) => {
    socket.once('data', (sent) => startups.push(sent))
    const server = connectToServer()
    socket.pipe(server)
    server.pipe(socket)
    socket.once('close', () => server.destroy())
  })

/** Does the same with one session, which all connections use in turn. Later ones get the greeting of the first. */
function throughOneSession(): Promise<string> {
  const server = connectToServer()
  let greeting: Promise<Buffer> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  return listenBefore((socket) => {
    socket.once('data', async (startup) => {
      greeting ??= answerOf(server, startup)
      socket.write(await greeting)
      socket.on('data', (sent) => {
        turn = turn.then(async () => socket.write(await answerOf(server, sent)))
      })
    })
    socket.once('close', () => server.destroy())
  })
}

/** Sends a message on a session, and returns everything that it answers until it is ready for the next. */
function answerOf(server: net.Socket, sent: Buffer): Promise<Buffer> {
  const answer: Buffer[] = []
  server.write(sent)
  return new Promise((done) => {
    const collect = (part: Buffer) => {
      answer.push(part)
      if (!part.subarray(-READY.length).equals(READY)) return
      server.off('data', collect)
      done(Buffer.concat(answer))
    }
    server.on('data', collect)
  })
}

/**
 * Does the same with a session for each connection, lent until a query is answered. Drops what the session sends later.
 */
const throughLentSessions = () =>
  listenBefore((socket) => {
    const server = connectToServer()
    let isLent = false
    socket.on('data', (sent) => {
      isLent = true
      server.write(sent)
    })
    server.on('data', (answer) => {
      if (isLent) socket.write(answer)
      if (answer.subarray(-READY.length).equals(READY)) isLent = false
    })
    socket.once('close', () => server.destroy())
  })

function connectToServer(): net.Socket {
  const folder = new URL(database.url ?? '').searchParams.get('host') ?? ''
  return net.connect(`${folder}/.s.PGSQL.5432`).on('error', () => {})
}

async function listenBefore(serve: (socket: net.Socket) => void): Promise<string> {
  proxy = net.createServer((socket) => {
    sockets.push(socket)
    serve(socket.on('error', () => {}))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { pathname } = new URL(database.url ?? '')
  return `postgresql://doorstep@127.0.0.1:${(proxy.address() as net.AddressInfo).port}${pathname}`
}
