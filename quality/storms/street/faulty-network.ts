import { AsyncLocalStorage } from 'node:async_hooks'
import { CLAIMS_PATH, type ClaimAnswer } from '#protocol/claims.ts'
import { STREET_PATH, type StreetFeed } from '#protocol/street.ts'
import type { startStreetServer } from './street-server.ts'

/** A connected phone. */
export type Connected = {
  isOnline: boolean
  /** Counts reloads: an earlier page no longer sends or receives anything. */
  page: number
}

type Options<Phone> = {
  server: Pick<Awaited<ReturnType<typeof startStreetServer>>, 'answer'>
  random: () => number
  /** Called with the server's decisions on claims, in their order. */
  onDecided: (answers: ClaimAnswer[]) => void
  /** Called when a phone has read the street. */
  onRead: (phone: Phone, feed: StreetFeed) => void
}

/** The share of calls, and of answers, that are lost on their way. */
const FAULTS = 0.3
const BODILESS = [204, 304]

/** Creates the connections of phones to the server. They lose calls and answers, unless they are calm. */
export function createFaultyNetwork<Phone extends Connected>(options: Options<Phone>) {
  const { server, random, onDecided, onRead } = options
  const caller = new AsyncLocalStorage<{ phone: Phone; page: number }>()
  // Calls run one after another, so that the order of the answers is the order of the decisions.
  let deciding: Promise<unknown> = Promise.resolve()
  let underWay = 0
  let isCalm = false

  async function fetch(path: string, { method = 'GET', body, headers }: RequestInit = {}) {
    const { phone, page } = caller.getStore() ?? {}
    const fails = () => (!isCalm && random() < FAULTS) || page !== phone?.page
    if (!phone?.isOnline || fails()) throw new TypeError('Failed to fetch')
    const sent = Object.fromEntries(new Headers(headers))
    const ask = () =>
      server.answer({ method: method as 'GET', url: path, headers: sent, body: body as string })
    const asked = path === CLAIMS_PATH ? deciding.then(ask) : ask()
    if (path === CLAIMS_PATH) deciding = asked
    underWay += 1
    const answer = await asked.finally(() => (underWay -= 1))
    if (path === CLAIMS_PATH) onDecided(answer.json())
    if (fails()) throw new TypeError('Failed to fetch')
    if (path.startsWith(STREET_PATH) && answer.statusCode === 200) onRead(phone, answer.json())
    return new Response(BODILESS.includes(answer.statusCode) ? null : answer.body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  }

  return {
    fetch,
    /** Runs what a phone does, including work that it begins and leaves running. */
    runOn: <Done>(phone: Phone, work: () => Done) => caller.run({ phone, page: phone.page }, work),
    /** Runs work without faults. */
    async calmly(work: () => Promise<void>) {
      isCalm = true
      await work()
      isCalm = false
    },
    /** Resolves once no call has been under way for a while. */
    async untilQuiet() {
      for (let turns = 0; turns < 50; turns++) {
        if (underWay > 0) turns = 0
        await new Promise(setImmediate)
      }
    },
  }
}
