import type { PhoneVisit } from '#domain/street/known-door.ts'
import { ownList } from './own-list.ts'

/** A visit made on this phone. It is kept for a while after the server has it. */
export type OwnVisit = PhoneVisit & {
  /** The address of the visit. */
  place: string
  /**
   * The life of the server's database (protocol/street.ts) in which the visit was settled; empty if no street was read
   * before.
   */
  life?: string
  /** The reason why the server refused the visit, in words. It will not be sent again. */
  refusal?: string
  /** The agent has read the refusal. */
  isRead?: true
}

/** How long an own visit is kept, in case the server is restored from an older backup. */
const KEPT_MS = 30 * 24 * 3_600_000

/** The visits made on this phone. */
export const ownVisits = ownList<OwnVisit>('own-visits')

/**
 * Returns the own visits for a life of the server's database. After a restore the server may lack visits that were sent
 * before, so all of them wait again; so do those that were sent before any life was known. Sending one twice does no
 * harm.
 */
export const inLife = (own: readonly OwnVisit[], life: string): OwnVisit[] =>
  own.map((visit) => {
    if (visit.life === undefined || visit.life === life) return visit
    const { life: _, isListed: __, refusal: ___, isRead: ____, ...made } = visit
    return { ...made, isSent: false }
  })

/** Returns the own visits without those that were settled long ago. */
export const withoutOldVisits = (own: readonly OwnVisit[], nowMs: number): OwnVisit[] =>
  own.filter((visit) => isWaiting(visit) || Date.parse(visit.occurred_at) > nowMs - KEPT_MS)

/** Returns whether a visit still has to be sent. */
export const isWaiting = ({ isSent, refusal }: OwnVisit) => !isSent && refusal === undefined
