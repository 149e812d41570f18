import type { CustomFields } from '../contacts/custom-fields.ts'
import type { UnsettledCreations } from '../opportunities/unsettled-creations.ts'
import type { Client } from './client.ts'
import type { InTurn } from './in-turn.ts'
import type { GoHighLevelSettings } from './settings.ts'

/** What every operation of the adapter needs. */
export type Connection = {
  settings: GoHighLevelSettings
  client: Client
  fields: CustomFields
  /** Returns the session id of the sale that owns an opportunity according to our own links, or null. */
  findOwningSession(opportunityId: string): Promise<string | null>
  inTurn: InTurn
  /** Waits until the CRM's search has caught up with its writes. */
  waitForSearch(signal: AbortSignal | undefined): Promise<void>
  unsettled: UnsettledCreations
}
