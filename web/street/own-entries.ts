import { placeOfDoor, type RegisterEntry } from '#domain/street/do-not-knock.ts'
import { REASON_OF_SCOPE } from '#domain/street/register-terms.ts'
import type { DoorEntry } from '#protocol/register.ts'
import { ownList } from './own-list.ts'

/** An entry made on this phone. It counts here at once, and is kept for a while after the server has it. */
export type OwnEntry = DoorEntry & {
  isSent: boolean
  /** The server refused it. It still counts here. */
  isRefused?: true
}

/** How long an own entry is kept, in case the server is restored from an older backup. */
const KEPT_MS = 30 * 24 * 3_600_000

/** The entries made on this phone. */
export const ownEntries = ownList<OwnEntry>('own-entries')

/** Returns whether an entry still has to be sent. */
export const isEntryWaiting = ({ isSent, isRefused }: OwnEntry) => !isSent && !isRefused

/** Returns the own entries without those that were sent long ago. */
export const withoutOld = (own: readonly OwnEntry[], nowMs: number): OwnEntry[] =>
  own.filter(({ isSent, at }) => !isSent || Date.parse(at) > nowMs - KEPT_MS)

/** Returns an own entry in the register's form; undefined if it was taken back. */
export function entryOf({ id, scope, at, undone, ...door }: OwnEntry): RegisterEntry | undefined {
  return undone ? undefined : { id, scope, at, reason: REASON_OF_SCOPE[scope], ...placeOfDoor(door) }
}
