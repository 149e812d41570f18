import type { CustomFields } from '../contacts/custom-fields.ts'
import type { UnsettledCreations } from '../opportunities/unsettled-creations.ts'
import type { Client } from './client.ts'
import type { InTurn } from './in-turn.ts'
import type { GoHighLevelSettings } from './settings.ts'

/** What every operation of the adapter stands on. */
export type Connection = {
  settings: GoHighLevelSettings
  client: Client
  fields: CustomFields
  /** Which of our sales holds an opportunity of the CRM, by our own links. */
  ownerOf(opportunityId: string): Promise<string | null>
  inTurn: InTurn
  /** Lets the CRM's search catch up with its writes. */
  waitForSearch(signal: AbortSignal | undefined): Promise<void>
  unsettled: UnsettledCreations
}
