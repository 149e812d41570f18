import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openEmbedded } from './db/embedded/embedded.ts'
import { startBreakingProxy } from './testing/breaking-proxy.ts'
import {
  type FreshPostgres,
  freshEmbeddedFolder,
  freshFolder,
  freshMigratedUrl,
  freshPostgresUrl,
} from './testing/databases.ts'
import { runOnServer } from './testing/postgres-databases.ts'
import { SERVER_PROGRAM } from './testing/server-process.ts'
import { NODE_ARGUMENTS } from './testing/unoptimised.ts'

type Account = { uid?: number; gid?: number }

/** Root can read every file, so these tests use another account. */
const UNPRIVILEGED: Account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let postgres: FreshPostgres
beforeAll(async () => {
  postgres = await freshMigratedUrl()
})
afterAll(() => postgres?.drop())

let folder: string
beforeEach(() => {
  folder = freshFolder()
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

test('prints its address when it is ready, refuses a second server on its data, and exits 0 on SIGTERM', async () => {
  await freshEmbeddedFolder(folder)
  const server = startServer({ PORT: '0' })
  const address = await server.address
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const second = startServer({ PORT: '0' })
  expect(await second.exitCode).toBe(1)
  expect(second.errors()).toMatch(/^The data folder .+ is in use by another Doorstep\..+\n$/)
  server.process.kill('SIGTERM')
  expect(await server.exitCode).toBe(0)
})

test('exits 0 on SIGTERM while it waits for its database', async () => {
  const silence = net.createServer().listen(0, '127.0.0.1')
  await once(silence, 'listening')
  const { port } = silence.address() as net.AddressInfo
  const server = startServer({ PORT: '0', DATABASE_URL: `postgresql://doorstep@127.0.0.1:${port}/none` })
  await once(silence, 'connection')
  server.process.kill('SIGTERM')
  expect(await server.exitCode).toBe(0)
  silence.close()
})

test('keeps serving when stdout is closed, and exits 0 on SIGTERM', async () => {
  const port = await freePort()
  const server = startServer({ PORT: String(port), LOG_LEVEL: 'info', DATABASE_URL: postgres.url })
  server.process.stdout.destroy()
  const isReady = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok)
  await vi.waitFor(async () => expect(await isReady()).toBe(true))
  server.process.kill('SIGTERM')
  expect(await server.exitCode).toBe(0)
})

test('serves on the database of a newer version and without an admin, warns of both, and exits 0 when its launcher is gone', async () => {
  const { url, drop } = await freshMigratedUrl()
  const client = new pg.Client(url)
  await client.connect()
  await client.query("insert into schema_migrations (name, sha256) values ('0999-later.sql', '')")
  await client.end()
  const server = startServer({ PORT: '0', LOG_LEVEL: 'warn', DATABASE_URL: url, AUTH_MODE: 'mixed' })
  expect((await fetch(`${await server.address}/readyz`)).status).toBe(200)
  server.process.disconnect()
  expect(await server.exitCode).toBe(0)
  await drop()
  const [line = ''] = server.printed().split('\n')
  expect(JSON.parse(line)).toMatchObject({
    migrations: ['0999-later.sql'],
    msg: 'The database was updated by a newer version of Doorstep',
  })
  expect(server.printed()).toContain('No admin can sign in yet.')
})

test('ends when its disk is full, and still has everything acknowledged at its next start', async () => {
  await freshEmbeddedFolder(folder)
  const full = path.join(folder, 'full')
  const filling = startServer({
    PORT: '0',
    LOG_LEVEL: 'fatal',
    NODE_OPTIONS: `--import=${diskThatFillsWith(full)}`,
  })
  const sell = async (at: string, session_id: string) =>
    fetch(`${at}/rest/v1/opportunities`, {
      method: 'POST',
      headers: { apikey: 'public-anon-key', 'content-type': 'application/json' },
      body: JSON.stringify({ session_id }),
    })
  const address = await filling.address
  expect((await sell(address, 'sale_1')).status).toBe(201)
  fs.writeFileSync(full, '')
  const isTaken = await sell(address, 'sale_2').then(
    ({ ok }) => ok,
    () => false,
  )
  expect([isTaken, await filling.exitCode]).toEqual([false, 1])
  expect(filling.printed()).toContain(
    'The embedded database gave up, as it does when its disk is full or broken',
  )

  const next = startServer({ PORT: '0' })
  expect((await sell(await next.address, 'sale_1')).status).toBe(200)
  expect((await sell(await next.address, 'sale_2')).status).toBe(201)
  next.process.kill('SIGTERM')
  await next.exitCode
})

test('refuses a bad setting in one line with exit code 78', async () => {
  const server = startServer({ PORT: 'x' })
  expect(await server.exitCode).toBe(78)
  expect(server.errors()).toBe('PORT must be a number from 0 to 65535.\n')
})

test('names a port that is already in use in one line', async () => {
  const holder = net.createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as net.AddressInfo
  const server = startServer({ PORT: String(port), DATABASE_URL: postgres.url })
  expect(await server.exitCode).toBe(1)
  expect(server.errors()).toBe(
    `Port ${port} is already in use. Stop what runs there, or set PORT to another one.\n`,
  )
  holder.close()
})

test('names a data folder that cannot be used in one line', async () => {
  fs.writeFileSync(path.join(folder, 'file'), '')
  const server = startServer({ PORT: '0', DATA_DIR: 'file' })
  expect(await server.exitCode).toBe(1)
  expect(server.errors()).toMatch(/^The folder of DATA_DIR cannot be used: .+\n$/)
  for (const folderOf of [path.join(folder, 'file/below'), '/proc/below'])
    await expect(openEmbedded(folderOf)).rejects.toThrow(/^The folder of DATA_DIR cannot be used: /)
})

test.skipIf(cannotRun(UNPRIVILEGED))(
  'names a file of another user in the data folder in one line',
  async () => {
    await freshEmbeddedFolder(folder)
    for (const file of [folder, ...fs.globSync(`${folder}/**`)])
      fs.chownSync(file, UNPRIVILEGED.uid ?? -1, UNPRIVILEGED.gid ?? -1)
    fs.chmodSync(path.join(folder, 'postgres/global/pg_filenode.map'), 0)
    const server = startServer({ PORT: '0' }, [], UNPRIVILEGED)
    expect(await server.exitCode).toBe(1)
    expect(server.errors()).toMatch(/^The folder of DATA_DIR cannot be used: .+pg_filenode\.map'\n$/)
  },
)

test('names a damaged database in one line', async () => {
  await freshEmbeddedFolder(folder)
  fs.rmSync(path.join(folder, 'postgres/global/pg_control'))
  const server = startServer({ PORT: '0' })
  expect(await server.exitCode).toBe(1)
  expect(server.errors()).toMatch(/^The database in .+postgres does not open: .+\n$/)
})

test('names the rights that its role lacks in one line', async () => {
  const { url, drop } = await freshPostgresUrl()
  await runOnServer(url, `alter database ${new URL(url).pathname.slice(1)} set role = pg_monitor`)
  const server = startServer({ PORT: '0', DATABASE_URL: url })
  expect(await server.exitCode).toBe(1)
  expect(server.errors()).toMatch(
    /^The role of DATABASE_URL lacks rights: permission denied for schema public\. .+\n$/,
  )
  await drop()
})

test('names a database that cannot be reached in one line', async () => {
  const server = startServer({ PORT: '0', DATABASE_URL: 'postgresql://doorstep@127.0.0.1:1/none' })
  expect(await server.exitCode).toBe(1)
  expect(server.errors()).toMatch(/^The database of DATABASE_URL cannot be used: .+\n$/)
})

test.each([1, 3, 5])(
  'reports in one line that its database went away at answer %i of the start',
  async (answers) => {
    const { url, drop } = await freshPostgresUrl()
    const proxy = await startBreakingProxy(url, answers)
    const server = startServer({ PORT: '0', DATABASE_URL: proxy.url })
    expect(await server.exitCode).toBe(1)
    expect(server.errors()).toMatch(/^The database of DATABASE_URL (cannot be used: .+|went away .+)\n$/)
    proxy.close()
    await drop()
  },
)

async function freePort(): Promise<number> {
  const taken = net.createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as net.AddressInfo
  await new Promise((closed) => taken.close(closed))
  return port
}

/** Returns true if the account may not read this project or run Node. */
function cannotRun(account: Account): boolean {
  return spawnSync(process.execPath, ['--version'], { cwd: import.meta.dirname, ...account }).status !== 0
}

/**
 * Starts a server process on the test's data folder. `address` resolves to the address that it prints when it is ready.
 */
function startServer(env: Record<string, string>, args: readonly string[] = [], account: Account = {}) {
  const child = spawn(process.execPath, [...NODE_ARGUMENTS, SERVER_PROGRAM, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...account,
  }) as ChildProcessByStdio<null, Readable, Readable>
  let printed = ''
  let errors = ''
  child.stderr.on('data', (data) => {
    errors += data
  })
  const address = new Promise<string>((resolve) => {
    child.stdout.on('data', (data) => {
      printed += data
      const [, url] = /Doorstep is ready on (\S+)/.exec(printed) ?? []
      if (url) resolve(url)
    })
  })
  return {
    process: child,
    address,
    exitCode: Promise.all([once(child, 'exit'), once(child.stderr, 'end')]).then(
      ([[code]]) => code as number,
    ),
    printed: () => printed,
    errors: () => errors,
  }
}

/** Returns a module that makes every write fail, as on a full disk, once that file exists. */
const diskThatFillsWith = (file: string) =>
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs'
    const { writeSync } = fs
    fs.writeSync = (descriptor, ...rest) => {
      if (descriptor > 2 && fs.existsSync(${JSON.stringify(file)}))
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      return writeSync(descriptor, ...rest)
    }`)}`
