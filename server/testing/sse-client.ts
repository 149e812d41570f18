import { STREAM_EVENTS } from '#protocol/changes.ts'

/** One event, as a browser would dispatch it; `message` if it has no name. */
export type SseEvent = { id: string | undefined; event: string; data: string }

export type SseStream = {
  response: Response
  /** Returns the next event that is not a beat, or undefined if the server has ended the stream. */
  next(): Promise<SseEvent | undefined>
  /** Returns the next event, even if it is a beat. */
  nextOfAll(): Promise<SseEvent | undefined>
  /** Returns the next `count` changes, parsed, with their cursors. Skips other events. */
  nextChanges(count: number): Promise<{ id: string | undefined; change: unknown }[]>
  close(): void
}

/** Opens a stream of Server-Sent Events with a plain client that never reconnects. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<SseStream> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  const events = parseEvents(response.body ?? new ReadableStream())
  const nextOfAll = async () => (await events.next()).value ?? undefined
  const next = async () => {
    for (;;) {
      const event = await nextOfAll()
      if (event?.event !== STREAM_EVENTS.beat) return event
    }
  }
  return {
    response,
    next,
    nextOfAll,
    nextChanges: (count) => takeChanges(next, count),
    close: () => abort.abort(),
  }
}

async function takeChanges(next: SseStream['next'], count: number) {
  const changes: { id: string | undefined; change: unknown }[] = []
  while (changes.length < count) {
    const event = await next()
    if (!event) throw new Error(`The stream ended after ${changes.length} of ${count} changes.`)
    if (event.event === 'message') changes.push({ id: event.id, change: JSON.parse(event.data) })
  }
  return changes
}

async function* parseEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SseEvent, undefined> {
  let unread = ''
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    const blocks = (unread + decoder.decode(bytes, { stream: true })).split('\n\n')
    unread = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = blockToEvent(block)
      if (event) yield event
    }
  }
}

/** A block without data, such as a comment or `retry`, is not an event. */
function blockToEvent(block: string): SseEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name, value.join(': ')]
    }),
  )
  const data = fields.get('data')
  return data === undefined
    ? undefined
    : { id: fields.get('id'), event: fields.get('event') ?? 'message', data }
}
