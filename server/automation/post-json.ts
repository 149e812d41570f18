import { lookup } from 'node:dns/promises'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { http } from '../http/node-http.ts'
import { isPublicAddress } from './public-address.ts'

/** The parts of a receiver's response that we use. */
export type PostAnswer = { status: number; retryAfter: string | undefined }

/** Thrown if the receiver's address is not on the public internet. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

type Post = {
  url: string
  body: string
  headers: Record<string, string>
  /** Whether the receiver may be on this machine or its network. */
  allowPrivate: boolean
  signal: AbortSignal
  /** Resolves a host name; a test may replace it. */
  resolve?: (host: string) => Promise<Address[]>
}

export type Address = { address: string; family: number }

/**
 * Posts JSON without following redirects. Connects to the address that was checked, even if the name resolves to
 * another one meanwhile. Rejects if there is no response, or with `AddressRefused`.
 */
export async function postJson(post: Post): Promise<PostAnswer> {
  const { url, body, headers, allowPrivate, signal, resolve = (name) => lookup(name, { all: true }) } = post
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await unlessAborted(resolve(host), signal)
  signal.throwIfAborted()
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressRefused('The receiver has a private address, which the settings do not allow.')
  return send(target, body, headers, addresses, signal)
}

/** A look-up cannot be cancelled, so this stops waiting for it. */
function unlessAborted<Value>(lookedUp: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([lookedUp, aborted])
}

function send(
  target: URL,
  body: string,
  headers: Record<string, string>,
  addresses: Address[],
  signal: AbortSignal,
): Promise<PostAnswer> {
  const { request } = target.protocol === 'https:' ? https : http
  return new Promise((done, failed) => {
    const length = String(Buffer.byteLength(body))
    const outgoing = request(target, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
      agent: false,
      lookup: answerWith(addresses),
      signal,
    })
    outgoing.on('error', failed)
    outgoing.on('response', (response) => {
      response.on('error', failed).resume()
      done({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
    })
    outgoing.end(body)
  })
}

/** Returns a look-up that returns the checked addresses. */
const answerWith =
  (addresses: Address[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
