import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { accept, type Decision, refuse } from '#domain/kernel/refusal.ts'

/** One server of a cluster. `host` is a name, an address or the folder of its socket. */
export type PostgresHost = Readonly<{ host: string; port: number }>

/** The address of a PostgreSQL, with the credentials. If there are several hosts, one takes writes at a time. */
export type PostgresAddress = Readonly<{
  hosts: readonly [PostgresHost, ...PostgresHost[]]
  user: string | undefined
  password: string | undefined
  database: string | undefined
  applicationName: string
  /** Undefined if the address does not say. The environment variables of PostgreSQL's own programs then decide. */
  ssl: false | ConnectionOptions | undefined
}>

type Refusal = Decision<never, 'bad_address'>
type Parameters = ReadonlyMap<string, string>

const URL_PARTS =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<hosts>[^@/?#]*)(?:\/(?<database>[^/?#]*))?(?:\?(?<query>[^#]*))?$/
const HOST = /^(?:\[(?<ip6>[\da-f:.]+)\]|(?<name>[^:[\]]*))(?::(?<port>\d+))?$/i
const DEFAULT_PORT = 5432

const KNOWN = ['application_name', 'host', 'port', 'sslmode', 'sslrootcert', 'target_session_attrs']
const SSL_MODES = ['disable', 'no-verify', 'require', 'verify-full']
/** Doorstep writes, so it needs the server that takes writes, whether the address says so or not. */
const WRITABLE = ['read-write', 'primary']

/**
 * Reads `postgresql://user:password@host:port,host:port/name?parameter=value`. Hosts and ports can also be parameters,
 * as they must for sockets. A refusal continues a sentence that begins with the variable's name. It repeats no value,
 * because one is a password.
 */
export function parsePostgresAddress(url: string): Decision<PostgresAddress, 'bad_address'> {
  const parts = URL_PARTS.exec(url)?.groups
  if (!parts) return bad('must look like postgresql://user:password@host/name.')
  try {
    return readParts(parts)
  } catch (error) {
    if (error instanceof URIError) return bad('has a % that is not an escape: write it as %25.')
    throw error
  }
}

function readParts(parts: Record<string, string | undefined>): Decision<PostgresAddress, 'bad_address'> {
  const parameters: Parameters = new Map(new URLSearchParams(parts.query))
  const unknown = [...parameters.keys()].find((name) => !KNOWN.includes(name))
  if (unknown !== undefined)
    return bad(`has an unknown parameter: ${nameOf(unknown)} (known: ${KNOWN.join(', ')}).`)
  const target = parameters.get('target_session_attrs')
  if (target !== undefined && !WRITABLE.includes(target))
    return bad(`needs target_session_attrs=${WRITABLE.join(' or ')}: Doorstep writes.`)
  const hosts = readHosts(decoded(parts.hosts) ?? '', parameters)
  if (!hosts.ok) return hosts
  const ssl = readSsl(parameters)
  if (!ssl.ok) return ssl
  return accept({
    hosts: hosts.value,
    user: decoded(parts.user),
    password: decoded(parts.password),
    database: decoded(parts.database),
    applicationName: parameters.get('application_name') || 'doorstep',
    ssl: ssl.value,
  })
}

/** Reads the hosts. Parameters take precedence over the usual place in the address, which cannot hold a folder. */
function readHosts(given: string, parameters: Parameters): Decision<PostgresAddress['hosts'], 'bad_address'> {
  const listed = parameters.get('host')?.split(',')
  const ports = parameters.get('port')?.split(',')
  const places = listed ?? given.split(',')
  if (ports && ports.length > 1 && ports.length !== places.length)
    return bad('needs as many ports as hosts, or one for all.')
  const hosts: PostgresHost[] = []
  for (const [index, place] of places.entries()) {
    const port = ports?.[ports.length > 1 ? index : 0]
    const host = listed ? { host: place, port: Number(port || DEFAULT_PORT) } : readHost(place, port)
    if (!host || (host.host === '' && places.length > 1)) return bad('has a host that cannot be read.')
    if (!(Number.isInteger(host.port) && host.port >= 1 && host.port <= 65_535))
      return bad('has a port that is not a number from 1 to 65535.')
    hosts.push({ ...host, host: host.host || 'localhost' })
  }
  return accept(hosts as [PostgresHost, ...PostgresHost[]])
}

function readHost(place: string, otherPort: string | undefined): PostgresHost | undefined {
  const read = HOST.exec(place)?.groups
  return read && { host: read.ip6 ?? read.name ?? '', port: Number(otherPort || read.port || DEFAULT_PORT) }
}

/**
 * Reads the TLS settings. As in the driver, `require` verifies the server; a mode that does not is called `no-verify`.
 */
function readSsl(parameters: Parameters): Decision<PostgresAddress['ssl'], 'bad_address'> {
  const file = parameters.get('sslrootcert')
  const mode = parameters.get('sslmode') ?? (file === undefined ? undefined : 'verify-full')
  if (mode === undefined) return accept(undefined)
  if (!SSL_MODES.includes(mode)) return bad(`needs an sslmode that is one of ${SSL_MODES.join(', ')}.`)
  if (mode === 'disable') return accept(false)
  if (mode === 'no-verify') return accept({ rejectUnauthorized: false })
  if (file === undefined) return accept({ rejectUnauthorized: true })
  try {
    return accept({ rejectUnauthorized: true, ca: readFileSync(file, 'utf8') })
  } catch {
    return bad('has an sslrootcert that cannot be read.')
  }
}

const decoded = (text: string | undefined) => (text ? decodeURIComponent(text) : undefined)
/** Returns a parameter only if it looks like a name: it may be half of a password with an unescaped character. */
const nameOf = (parameter: string) => (/^[a-z_]{1,40}$/i.test(parameter) ? parameter : 'one of them')
const bad = (sentence: string): Refusal => refuse('bad_address', sentence)
