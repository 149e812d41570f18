import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { ALL_LEADS, BARE_SALES, NEWEST_LEADS, RECORDED_SALES, recorded } from './bare-statements.ts'

/**
 * The yardstick: the least work that a server can do for the same calls. `node:http`, a pool of `pg`, one statement per
 * call; no rules, keys, changes, deliveries or logs. Under `/recorded` the statement also writes lead, changes and
 * delivery.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
await pool.query(BARE_SALES)
await pool.query(RECORDED_SALES)

type Fields = Record<string, unknown>

async function answer(request: http.IncomingMessage): Promise<string | undefined> {
  const url = new URL(request.url ?? '/', 'http://bare')
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /rest/v1/leads':
      return JSON.stringify((await pool.query(url.searchParams.has('limit') ? NEWEST_LEADS : ALL_LEADS)).rows)
    case 'POST /rest/v1/opportunities':
      return void (await write(insertOf('bare_sales', await readJson(request))))
    case 'PATCH /rest/v1/opportunities':
      return void (await write(updateOf('bare_sales', sessionOf(url), await readJson(request))))
    case 'POST /recorded/opportunities':
      return void (await record(insertOf('recorded_sales', await readJson(request))))
    case 'PATCH /recorded/opportunities':
      return void (await record(updateOf('recorded_sales', sessionOf(url), await readJson(request))))
    default:
      throw new Error(`No question calls ${url.pathname}.`)
  }
}

async function readJson(request: http.IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const sessionOf = (url: URL) => url.searchParams.get('session_id')?.slice(3) ?? ''

type Write = { statement: string; fields: Fields; values: unknown[] }

function insertOf(table: string, fields: Fields): Write {
  const places = Object.keys(fields).map((_, index) => `$${index + 1}`)
  const statement = `insert into ${table} (${Object.keys(fields)}) values (${places})`
  return { statement, fields, values: Object.values(fields) }
}

function updateOf(table: string, sessionId: string, fields: Fields): Write {
  const set = Object.keys(fields).map((column, index) => `${column} = $${index + 2}`)
  const statement = `update ${table} set ${set} where session_id = $1`
  return { statement, fields, values: [sessionId, ...Object.values(fields)] }
}

const write = ({ statement, values }: Write) => pool.query(statement, values)

const record = ({ statement, fields, values }: Write) =>
  pool.query(recorded(statement, 'status' in fields), values)

const server = http.createServer((request, response) => {
  answer(request).then(
    (json) => {
      const body = Buffer.from(json ?? '')
      const headers = json === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }
      response.writeHead(json === undefined ? 204 : 200, { ...headers, 'content-length': body.length })
      response.end(body)
    },
    (error) => {
      console.error(error)
      response.writeHead(500, { 'content-length': 0 }).end()
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  console.log(`The bare server is ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
