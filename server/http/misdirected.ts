import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from './loopback.ts'
import { problemOf, sendProblem } from './problem.ts'

/**
 * Probes reveal nothing, and proxies and orchestrators call them by the name of a container or the address of a pod.
 * `/metrics` has its own rule (`metrics-access.ts`).
 */
const OPEN_TO_ANY_HOST = ['/healthz', '/readyz', '/metrics']
const HOST = /^(?<name>\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/

/**
 * Returns a hook for `onRequest` that refuses requests for another host. Otherwise a web page elsewhere could reach a
 * loopback server through its own domain (DNS rebinding). Accepts loopback names and addresses and the host of
 * `publicUrl`, on any port. Two `Host` headers are malformed (RFC 9112, 3.2).
 */
export function refuseMisdirected(publicUrl: string | undefined) {
  const publicName = publicUrl === undefined ? undefined : nameOf(new URL(publicUrl).host)

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (countOfHosts(request) > 1) return void (await sendProblem(reply, problemOf('bad-request')))
    if (OPEN_TO_ANY_HOST.includes(request.routeOptions.url ?? '')) return
    const name = nameOf(request.headers.host)
    if (isLoopback(name) || name === publicName) return
    await sendProblem(reply, problemOf('misdirected'))
  }
}

/** Returns true if the request was addressed to a loopback name or address. */
export const isForLoopback = ({ headers }: FastifyRequest): boolean => isLoopback(nameOf(headers.host))

const countOfHosts = ({ raw }: FastifyRequest) =>
  raw.rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === 'host').length

/**
 * Returns the lower-case name or address in a `Host` header, IPv6 without brackets, or an empty text if it is
 * malformed.
 */
const nameOf = (host = ''): string =>
  HOST.exec(host)
    ?.groups?.name?.toLowerCase()
    .replace(/^\[(.*)\]$/, '$1') ?? ''
