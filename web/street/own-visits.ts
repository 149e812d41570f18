import type { PhoneVisit } from '#domain/street/known-door.ts'
import { ownList } from './own-list.ts'

/** A visit made on this phone. It stays for a while after the server has it. */
export type OwnVisit = PhoneVisit & {
  /** The address at which it was noted. */
  place: string
  /** The life of the server's database (protocol/street.ts) in which it was settled; empty if no street was read before. */
  life?: string
  /** Why the server refused it, in words. It will not be sent again. */
  refusal?: string
  /** The agent has read that it was refused. */
  isRead?: true
}

/** How long an own visit is kept, in case the server is restored from an older backup. */
const KEPT_MS = 30 * 24 * 3_600_000

/** The visits made on this phone. */
export const ownVisits = ownList<OwnVisit>('own-visits')

/**
 * The own visits as they are in a life of the server's database: after a restore it may lack what was sent before, so all
 * of them wait again; so do those that were sent before any life was known. Sending one twice does no harm.
 */
export const inLife = (own: readonly OwnVisit[], life: string): OwnVisit[] =>
  own.map((visit) => {
    if (visit.life === undefined || visit.life === life) return visit
    const { life: _, isListed: __, refusal: ___, isRead: ____, ...made } = visit
    return { ...made, isSent: false }
  })

/** The own visits without those that were settled long ago. */
export const withoutOldVisits = (own: readonly OwnVisit[], nowMs: number): OwnVisit[] =>
  own.filter((visit) => isWaiting(visit) || Date.parse(visit.occurred_at) > nowMs - KEPT_MS)

/** A visit that still has to be sent. */
export const isWaiting = ({ isSent, refusal }: OwnVisit) => !isSent && refusal === undefined
