import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { DEVICE_PARAMETER } from '#protocol/call-headers.ts'
import { type Beat, CHANGES_PATH, type Change, HEARTBEAT_MS, STREAM_EVENTS } from '#protocol/changes.ts'
import { STREET_EVENT } from '#protocol/street.ts'
import { growingPause } from '../http/growing-pause.ts'
import { pageLoadId } from '../http/phone-headers.ts'
import { settings } from '../settings.ts'
import { streetEvents } from './street-events.ts'

/** Changes are handed on in batches, so that a sync of thousands of leads updates the screen only a few times. */
const BATCH_MS = 40
/** The pauses before a refused stream is opened again: the first, and the longest. */
const REOPEN_MS = 3_000
const MAX_REOPEN_MS = 30_000
const RESPONSE_TIMEOUT_MS = 15_000
const SILENCE_TIMEOUT_MS = 3 * HEARTBEAT_MS

type Handlers = {
  /** The stream sends every change after this cursor. `isGap`: earlier ones are missing, so read the lists. */
  onLive: (cursor: string, isGap: boolean) => void
  onChanges: (changes: readonly Change[], cursor: string) => void
  /**
   * The connection works. A sleeping phone receives no beats, whatever its clock says. `behindMs`: all changes older
   * than this have been handed on; undefined if the server does not know.
   */
  onBeat: (behindMs: number | undefined) => void
  /** The connection is broken, refused or silent. Fires on every attempt to reconnect. */
  onLost: () => void
}

/**
 * Follows the changes after a cursor, of one area if it is given; returns the function that ends this. The browser
 * itself resumes a broken stream from its last event id. We open a new one if the browser has given up (less and less
 * often), if the phone is back online, or if nothing arrives for too long, because a connection that was cut without
 * notice would wait for ever.
 */
export function followChanges(
  since: string | undefined,
  area: string | undefined,
  handlers: Handlers,
): () => void {
  const stream = new ChangeStream(since, area, handlers)
  stream.open()
  window.addEventListener('online', stream.open)
  return () => {
    window.removeEventListener('online', stream.open)
    stream.close()
  }
}

class ChangeStream {
  readonly #area: string | undefined
  readonly #handlers: Handlers
  readonly #pause = growingPause(REOPEN_MS, MAX_REOPEN_MS)
  #cursor: string | undefined
  #source: EventSource | undefined
  #hasEnded = false
  #batch: Change[] = []
  #flushTimer: ReturnType<typeof setTimeout> | undefined
  /** Runs until the next event must have arrived, or until the next attempt. */
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(since: string | undefined, area: string | undefined, handlers: Handlers) {
    this.#cursor = since
    this.#area = area
    this.#handlers = handlers
  }

  open = (): void => {
    if (this.#hasEnded) return
    this.#source?.close()
    const source = new EventSource(`${CHANGES_PATH}?${this.#query()}`)
    this.#source = source
    this.#expectEventWithin(RESPONSE_TIMEOUT_MS)
    let isResumed = this.#cursor !== undefined
    source.addEventListener(STREAM_EVENTS.ready, ({ lastEventId }) => {
      this.#goLive(lastEventId, !isResumed)
      isResumed = true
    })
    source.addEventListener(STREAM_EVENTS.reload, ({ lastEventId }) => {
      isResumed = true
      this.#batch = []
      this.#goLive(lastEventId, true)
    })
    source.addEventListener(STREAM_EVENTS.beat, ({ data, lastEventId }) => this.#takeBeat(data, lastEventId))
    source.addEventListener(STREET_EVENT, streetEvents.set)
    source.addEventListener('message', ({ data, lastEventId }) => this.#takeChange(data, lastEventId))
    source.addEventListener('error', () => {
      if (source !== this.#source) return
      if (source.readyState === EventSource.CLOSED) this.#setTimer(this.#pause.nextMs(), this.open)
      else this.#expectEventWithin(RESPONSE_TIMEOUT_MS)
      this.#handlers.onLost()
    })
  }

  close(): void {
    this.#hasEnded = true
    this.#source?.close()
    clearTimeout(this.#timer)
    clearTimeout(this.#flushTimer)
  }

  #query(): URLSearchParams {
    return new URLSearchParams({
      apikey: settings.publicKey,
      [DEVICE_PARAMETER]: pageLoadId,
      ...(this.#cursor && { since: this.#cursor }),
      ...(this.#area !== undefined && { area: this.#area }),
    })
  }

  #goLive(cursor: string, isGap: boolean): void {
    this.#expectEventWithin(SILENCE_TIMEOUT_MS)
    this.#pause.reset()
    if (cursor) this.#cursor = cursor
    this.#handlers.onLive(cursor, isGap)
  }

  #takeBeat(data: string, cursor: string): void {
    this.#expectEventWithin(SILENCE_TIMEOUT_MS)
    this.#flush()
    if (cursor !== this.#cursor) {
      // The changes up to here belong to other areas, so we need not come back to them.
      this.#cursor = cursor
      this.#handlers.onChanges([], cursor)
    }
    const beat = parseJson(data)
    this.#handlers.onBeat(isObject<Beat>(beat) ? beat.behind_ms : undefined)
  }

  #takeChange(data: string, cursor: string): void {
    const change = parseJson(data)
    if (isObject<Change>(change)) {
      this.#expectEventWithin(SILENCE_TIMEOUT_MS)
      this.#cursor = cursor
      this.#batch.push(change)
      this.#flushTimer ??= setTimeout(() => this.#flush(), BATCH_MS)
    } else this.#goLive(cursor, true)
  }

  #flush(): void {
    clearTimeout(this.#flushTimer)
    this.#flushTimer = undefined
    if (this.#batch.length === 0 || this.#cursor === undefined) return
    const changes = this.#batch
    this.#batch = []
    this.#handlers.onChanges(changes, this.#cursor)
  }

  #expectEventWithin(ms: number): void {
    this.#setTimer(ms, () => {
      this.#handlers.onLost()
      this.open()
    })
  }

  #setTimer(ms: number, run: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(run, ms)
  }
}
