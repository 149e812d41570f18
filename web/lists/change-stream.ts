import { DEVICE_PARAMETER } from '#protocol/call-headers.ts'
import { CHANGES_PATH, type Change, HEARTBEAT_MS, STREAM_EVENTS } from '#protocol/changes.ts'
import { growingPause } from '../http/growing-pause.ts'
import { pageLoadId } from '../http/phone-headers.ts'
import { settings } from '../settings.ts'

const BATCH_MS = 40
/** Until a stream that was refused is opened anew, at the most: first, and when that was refused often. */
const REOPEN_MS = 3_000
const REOPEN_AT_LAST_MS = 30_000
/** As long as any request may take. */
const ANSWER_TIMEOUT_MS = 15_000
/** Three beats of the server. */
const LONGEST_SILENCE_MS = 3 * HEARTBEAT_MS

type Handlers = {
  /** The stream is live from this cursor on; `fresh` when there was nothing to resume from. */
  onLive: (cursor: string, fresh: boolean) => void
  onChanges: (changes: readonly Change[], cursor: string) => void
  /** The line still carries. A phone that slept hears that no more, whatever its clock says. */
  onBeat: () => void
  onLost: () => void
}

/**
 * Follows the changes from a cursor on. The browser itself resumes a broken stream by its last event id; we open a new
 * one when it has given up, when the phone has found a line again, and when nothing is heard for too long: a stream
 * that was cut off without a word would wait for ever. One that is refused is opened less and less often. Changes are
 * handed on in small batches, so that a sync of thousands of leads is a handful of updates of the screen. With an area
 * only what concerns it is told. Answers how to end it.
 */
export function followChanges(
  since: string | undefined,
  area: string | undefined,
  handlers: Handlers,
): () => void {
  let cursor = since
  let batch: Change[] = []
  let flushing: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    clearTimeout(flushing)
    flushing = undefined
    if (batch.length === 0 || cursor === undefined) return
    const changes = batch
    batch = []
    handlers.onChanges(changes, cursor)
  }

  let source: EventSource | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  const pause = growingPause(REOPEN_MS, REOPEN_AT_LAST_MS)

  /** The next event must come within so many milliseconds, or the line is taken for dead. */
  function listen(ms: number): void {
    clearTimeout(silence)
    silence = setTimeout(() => {
      handlers.onLost()
      open()
    }, ms)
  }

  function openLater(): void {
    clearTimeout(silence)
    silence = setTimeout(open, pause.nextMs())
  }

  let hasEnded = false

  function open(): void {
    if (hasEnded) return
    source?.close()
    const query = new URLSearchParams({
      apikey: settings.publicKey,
      [DEVICE_PARAMETER]: pageLoadId,
      ...(cursor && { since: cursor }),
      ...(area !== undefined && { area }),
    })
    const opened = new EventSource(`${CHANGES_PATH}?${query}`)
    source = opened
    let resumable = cursor !== undefined
    listen(ANSWER_TIMEOUT_MS)
    opened.addEventListener(STREAM_EVENTS.ready, ({ lastEventId }) => {
      listen(LONGEST_SILENCE_MS)
      pause.reset()
      const fresh = !resumable
      resumable = true
      if (lastEventId) cursor = lastEventId
      handlers.onLive(lastEventId, fresh)
    })
    opened.addEventListener(STREAM_EVENTS.reload, ({ lastEventId }) => {
      listen(LONGEST_SILENCE_MS)
      pause.reset()
      batch = []
      resumable = true
      cursor = lastEventId
      handlers.onLive(lastEventId, true)
    })
    opened.addEventListener(STREAM_EVENTS.beat, ({ lastEventId }) => {
      listen(LONGEST_SILENCE_MS)
      handlers.onBeat()
      if (lastEventId === cursor || batch.length > 0) return
      // What was left out is past: the phone need not come back to it.
      cursor = lastEventId
      handlers.onChanges([], lastEventId)
    })
    opened.addEventListener('message', ({ data, lastEventId }) => {
      listen(LONGEST_SILENCE_MS)
      cursor = lastEventId
      batch.push(JSON.parse(data))
      flushing ??= setTimeout(flush, BATCH_MS)
    })
    opened.addEventListener('error', () => {
      if (opened.readyState === EventSource.CLOSED && opened === source) openLater()
      else listen(ANSWER_TIMEOUT_MS)
      handlers.onLost()
    })
  }

  open()
  window.addEventListener('online', open)
  return () => {
    hasEnded = true
    window.removeEventListener('online', open)
    source?.close()
    clearTimeout(silence)
    clearTimeout(flushing)
  }
}
