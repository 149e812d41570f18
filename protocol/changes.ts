import type { Lead } from '#domain/lead/lead.ts'
import type { OpportunityListed } from './tables.ts'

/**
 * Sends changes to every open app as Server-Sent Events. With `?area=` it sends only those of an area, including leads
 * and sales that leave it; `''` means rows without an area.
 */
export const CHANGES_PATH = '/realtime/v1/changes'

/** Sends the same changes over a WebSocket, in the protocol of the official client (docs/product 7.12). */
export const SOCKET_PATH = '/realtime/v1/websocket'

type ChangeOf<Table extends string, Row> = {
  table: Table
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  record: Row
}

/** One change: the row as it is now (for DELETE: as it last was), opportunities without their signature. */
export type Change = ChangeOf<'leads', Lead> | ChangeOf<'opportunities', OpportunityListed>

/**
 * Events of the stream. The first is `ready`, or `reload` if the cursor is too old or belongs to another database: the
 * client must then read the lists again. The id of both is a cursor, and every later change follows as an unnamed
 * event. A `reload` may also come later. A `beat` shows that the connection still works; the first follows once
 * everything after the cursor has been sent. If changes of other areas were left out, its id is the cursor after them.
 */
export const STREAM_EVENTS = { ready: 'ready', reload: 'reload', beat: 'beat' } as const

/**
 * The data of a beat. The stream has sent every change that was committed up to `behind_ms` milliseconds before; absent
 * while the stream does not know. It grows while any transaction of the database stays open.
 */
export type Beat = { behind_ms?: number }

/** How often the stream beats. */
export const HEARTBEAT_MS = 15_000
