import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** What a receiver answered, as far as a sender cares. */
export type PostAnswer = { status: number; retryAfter: string | undefined }

/** The receiver's name leads to an address where nothing of ours may be sent. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

type Post = {
  url: string
  body: string
  headers: Record<string, string>
  /** Whether the receiver may be on this machine or network. */
  allowPrivate: boolean
  signal: AbortSignal
}

/**
 * Posts JSON and follows no redirect. The connection goes to the very address that was checked, so a name that
 * changes its mind in between gains nothing. Rejects when there is no answer, or with `AddressRefused`.
 */
export async function postJson({ url, body, headers, allowPrivate, signal }: Post): Promise<PostAnswer> {
  const target = new URL(url)
  const addresses = await resolve(target.hostname.replace(/^\[|\]$/g, ''))
  signal.throwIfAborted()
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressRefused('The receiver is not on the public internet.')
  return send(target, body, headers, addresses, signal)
}

type Address = { address: string; family: number }

async function resolve(host: string): Promise<Address[]> {
  const family = isIP(host)
  return family ? [{ address: host, family }] : lookup(host, { all: true })
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

/** A look-up that knows the answer already. */
const answerWith =
  (addresses: Address[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
