import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openEmbedded } from './db/embedded/embedded.ts'
import { freshEmbeddedFolder, freshPostgresUrl } from './testing/databases.ts'
import { runOnServer } from './testing/postgres-databases.ts'

type Account = { uid?: number; gid?: number }

/** Whom files can be kept from: not root. */
const NOBODY: Account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let folder: string
beforeEach(async () => {
  folder = await freshEmbeddedFolder()
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

test('a started server says where it is, is ready, and leaves with 0 on SIGTERM', async () => {
  const server = startServer({ PORT: '0' })
  const address = await server.address
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  server.process.kill('SIGTERM')
  expect(await server.exitCode).toBe(0)
})

test('a server that is told to leave before its database has answered leaves with 0', async () => {
  const silence = net.createServer().listen(0, '127.0.0.1')
  await once(silence, 'listening')
  const { port } = silence.address() as net.AddressInfo
  const server = startServer({ PORT: '0', DATABASE_URL: `postgresql://nobody@127.0.0.1:${port}/none` })
  await once(silence, 'connection')
  server.process.kill('SIGTERM')
  expect(await server.exitCode).toBe(0)
  silence.close()
})

test('a server whose words nobody reads serves, and leaves with 0 on SIGTERM', async () => {
  const port = await freePort()
  const server = startServer({ PORT: String(port), LOG_LEVEL: 'info' })
  server.process.stdout.destroy()
  const isReady = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok)
  await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 10_000 })
  server.process.kill('SIGTERM')
  expect(await server.exitCode).toBe(0)
})

test('a server on the database of a newer one serves, and says so in its log', async () => {
  const { db, close } = await openEmbedded(folder)
  await sql`insert into schema_migrations (name, sha256) values ('0999-later.sql', '')`.execute(db)
  await close()
  const server = startServer({ PORT: '0', LOG_LEVEL: 'warn' })
  expect((await fetch(`${await server.address}/readyz`)).status).toBe(200)
  server.process.kill('SIGTERM')
  await server.exitCode
  const [line = ''] = server.said().split('\n')
  expect(JSON.parse(line)).toMatchObject({
    migrations: ['0999-later.sql'],
    msg: 'The database is of a newer Doorstep than this one',
  })
})

test('a server whose disk is full ends, and its next start has all that was acknowledged', async () => {
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
  expect(filling.said()).toContain(
    'The embedded database gave up, as it does when its disk is full or broken',
  )

  const next = startServer({ PORT: '0' })
  expect((await sell(await next.address, 'sale_1')).status).toBe(200)
  expect((await sell(await next.address, 'sale_2')).status).toBe(201)
  next.process.kill('SIGTERM')
  await next.exitCode
})

test('a server goes when the launcher that started it is gone', async () => {
  const server = startServer({ PORT: '0' })
  await server.address
  server.process.disconnect()
  expect(await server.exitCode).toBe(0)
})

test('a bad setting stops the start with one line and exit code 78', async () => {
  const server = startServer({ PORT: 'x' })
  expect(await server.exitCode).toBe(78)
  expect(server.errors()).toBe('PORT must be a number from 0 to 65535.\n')
})

test('so does a .env that is a folder, as Docker makes of a file that is not there', async () => {
  fs.mkdirSync(path.join(folder, '.env'))
  const server = startServer({ PORT: '0' })
  expect(await server.exitCode).toBe(78)
  expect(server.errors()).toMatch(/^The file \.env cannot be read: EISDIR.+\.\n$/)
})

test('an argument that makes no sense does too', async () => {
  const server = startServer({}, ['--role=boss'])
  expect(await server.exitCode).toBe(78)
  expect(server.errors()).toBe('--role must be one of api, worker, both.\n')
})

test('a port that is taken is named in one line', async () => {
  const holder = net.createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as net.AddressInfo
  const server = startServer({ PORT: String(port) })
  expect(await server.exitCode).toBe(1)
  expect(server.errors()).toBe(
    `Port ${port} is already in use. Stop what runs there, or set PORT to another one.\n`,
  )
  holder.close()
})

test('a second server on the same data folder is refused in one line', async () => {
  const first = startServer({ PORT: '0' })
  await first.address
  const second = startServer({ PORT: '0' })
  expect(await second.exitCode).toBe(1)
  expect(second.errors()).toMatch(/^The data folder .+ is in use by another Doorstep\..+\n$/)
  first.process.kill('SIGTERM')
  await first.exitCode
})

test('a data folder that cannot be one is named in one line', async () => {
  fs.writeFileSync(path.join(folder, 'file'), '')
  for (const DATA_DIR of ['file', 'file/below', '/proc/below']) {
    const server = startServer({ PORT: '0', DATA_DIR })
    expect(await server.exitCode).toBe(1)
    expect(server.errors()).toMatch(/^The folder of DATA_DIR cannot be used: .+\n$/)
  }
})

test.skipIf(cannotRun(NOBODY))(
  'a data folder with a file of somebody else is named in one line',
  async () => {
    for (const file of [folder, ...fs.globSync(`${folder}/**`)])
      fs.chownSync(file, NOBODY.uid ?? -1, NOBODY.gid ?? -1)
    fs.chmodSync(path.join(folder, 'postgres/global/pg_filenode.map'), 0)
    const server = startServer({ PORT: '0' }, [], NOBODY)
    expect(await server.exitCode).toBe(1)
    expect(server.errors()).toMatch(/^The folder of DATA_DIR cannot be used: .+pg_filenode\.map'\n$/)
  },
)

test('a database that is damaged is named in one line', async () => {
  fs.rmSync(path.join(folder, 'postgres/global/pg_control'))
  const server = startServer({ PORT: '0' })
  expect(await server.exitCode).toBe(1)
  expect(server.errors()).toMatch(/^The database in .+postgres does not open: .+\n$/)
})

test('a database in which our role may make nothing is said to be so in one line', async () => {
  const { url, drop } = await freshPostgresUrl()
  await runOnServer(url, `alter database ${new URL(url).pathname.slice(1)} set role = pg_monitor`)
  const server = startServer({ PORT: '0', DATABASE_URL: url })
  expect(await server.exitCode).toBe(1)
  expect(server.errors()).toMatch(
    /^The role of DATABASE_URL lacks rights: permission denied for schema public\. .+\n$/,
  )
  await drop()
})

test('a database that is not there is named in one line', async () => {
  const server = startServer({ PORT: '0', DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })
  expect(await server.exitCode).toBe(1)
  expect(server.errors()).toMatch(/^The database of DATABASE_URL cannot be used: .+\n$/)
})

test.each([1, 3, 5])(
  'a database that goes at the answer %i of the start is told in one line',
  async (answers) => {
    const { url, drop } = await freshPostgresUrl()
    const line = await startMortalLine(url, answers)
    const server = startServer({ PORT: '0', DATABASE_URL: line.url })
    expect(await server.exitCode).toBe(1)
    expect(server.errors()).toMatch(/^The database of DATABASE_URL (cannot be used: .+|went away .+)\n$/)
    line.close()
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

/** Whether it may not read this project, or not run Node. */
function cannotRun(account: Account): boolean {
  return spawnSync(process.execPath, ['--version'], { cwd: import.meta.dirname, ...account }).status !== 0
}

/** A way to a database that is cut for good after so many answers. */
async function startMortalLine(databaseUrl: string, answers: number) {
  const url = new URL(databaseUrl)
  const folder = url.searchParams.get('host')
  const target = folder
    ? { path: path.join(folder, '.s.PGSQL.5432') }
    : { host: url.hostname, port: Number(url.port || 5432) }
  let left = answers
  const line = net.createServer((client) => {
    const server = net.connect(target)
    const cut = () => {
      client.destroy()
      server.destroy()
    }
    if (left <= 0) return cut()
    client.on('error', cut).pipe(server)
    server.on('error', cut).on('data', (data) => {
      left -= 1
      if (left < 0) cut()
      else client.write(data)
    })
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(line.address() as net.AddressInfo).port}`
  return { url: url.href, close: () => line.close() }
}

/** A server of its own process in the test's data folder. `address` is what it prints when it is ready. */
function startServer(env: Record<string, string>, args: readonly string[] = [], account: Account = {}) {
  const main = path.join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
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
  let said = ''
  let errors = ''
  child.stderr.on('data', (data) => {
    errors += data
  })
  const address = new Promise<string>((resolve) => {
    child.stdout.on('data', (data) => {
      said += data
      const [, url] = /Doorstep is ready on (\S+)/.exec(said) ?? []
      if (url) resolve(url)
    })
  })
  return {
    process: child,
    address,
    exitCode: Promise.all([once(child, 'exit'), once(child.stderr, 'end')]).then(
      ([[code]]) => code as number,
    ),
    said: () => said,
    errors: () => errors,
  }
}

/** A module on whose disk nothing can be written, as soon as that file is there. */
const diskThatFillsWith = (file: string) =>
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs'
    const { writeSync } = fs
    fs.writeSync = (descriptor, ...rest) => {
      if (descriptor > 2 && fs.existsSync(${JSON.stringify(file)}))
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      return writeSync(descriptor, ...rest)
    }`)}`
