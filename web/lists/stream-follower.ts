import type { Change } from '#protocol/changes.ts'
import { reached } from '../http/reached.ts'
import { followChanges } from './change-stream.ts'

/** A shorter break of the connection is not worth a notice. */
const GRACE_MS = 5_000

/**
 * How this phone is connected to the server's stream of changes. Calls may get through without it
 * (`LiveLists.isOffline`).
 */
export type Connection = 'connecting' | 'open' | 'lost'

type Hooks = {
  /** Whether the rows match the server's, so that a short break does no harm. */
  isInStep: () => boolean
  /** The stream is open, on a resumed or a restarted connection. `isGap`: earlier changes are missing. */
  onOpen: (isGap: boolean) => void
  onChanges: (changes: readonly Change[], cursor: string) => void
  /** The rows have every change older than `behindMs` milliseconds; undefined if the server does not know. */
  onBeat: (behindMs: number | undefined) => void
  /** The stream failed, so a call has to show whether the server can be reached. */
  onFailed: () => void
  /**
   * The phone is offline, or the stream has been down for longer than the grace period. While it is down, fires again
   * if calls begin to fail or to succeed.
   */
  onDisconnected: () => void
}

/**
 * Follows the stream of one area at a time, and keeps the cursor.
 *
 *   connecting, lost ── ready or reload ──────────────────────▶ open
 *   connecting, open ── offline event ────────────────────────▶ lost
 *   connecting, open ── failure while the rows are behind ────▶ lost
 *   connecting, open ── failure, then GRACE_MS without ready ─▶ lost
 */
export class StreamFollower {
  connection: Connection = 'connecting'
  /** The cursor after the last change received; undefined until the stream was open once. */
  cursor: string | undefined
  readonly #hooks: Hooks
  #stop = () => {}
  #grace: ReturnType<typeof setTimeout> | undefined

  constructor(hooks: Hooks) {
    this.#hooks = hooks
  }

  /** Notices when the phone goes offline. */
  watchOffline(): void {
    window.addEventListener('offline', () => this.#disconnect())
    if (!navigator.onLine) this.#disconnect()
    reached.subscribe(() => this.connection === 'lost' && this.#hooks.onDisconnected())
  }

  /** Follows an area from a cursor on, or from now if the phone has no cursor, instead of what was followed before. */
  follow(cursor: string | undefined, area: string | undefined): void {
    this.stop()
    this.#stop = followChanges(cursor, area, {
      onLive: (liveCursor, isGap) => this.#open(liveCursor, isGap),
      onChanges: (changes, changesCursor) => {
        this.cursor = changesCursor
        this.#hooks.onChanges(changes, changesCursor)
      },
      onBeat: this.#hooks.onBeat,
      onLost: () => this.#fail(),
    })
  }

  stop(): void {
    this.#stop()
  }

  #open(cursor: string, isGap: boolean): void {
    clearTimeout(this.#grace)
    this.#grace = undefined
    this.connection = 'open'
    this.cursor = cursor
    this.#hooks.onOpen(isGap)
  }

  /** Fires on every attempt to reconnect; the grace period starts at the first. */
  #fail(): void {
    if (!this.#hooks.isInStep()) {
      this.connection = 'lost'
      this.#hooks.onFailed()
    } else if (!navigator.onLine) this.#disconnect()
    else if (!this.#grace) {
      reached.set(false)
      this.#hooks.onFailed()
      this.#grace = setTimeout(() => this.#disconnect(), GRACE_MS)
    }
  }

  #disconnect(): void {
    this.connection = 'lost'
    this.#hooks.onDisconnected()
  }
}
