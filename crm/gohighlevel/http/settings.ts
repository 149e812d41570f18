import type { OpportunityStatus } from '#domain/opportunity/status.ts'

/** The settings of the GoHighLevel connection (docs/product 11.2). */
export type GoHighLevelSettings = Readonly<{
  /** Without a slash at the end. */
  baseUrl: string
  /** A Private Integration Token. */
  token: string
  locationId: string
  pipelineId: string | undefined
  /** The stage that each status is shown at; a status without one keeps its stage. */
  stages: Readonly<Partial<Record<OpportunityStatus, string>>>
  /** Only contacts with this tag are leads; all of them, when there is none. */
  leadTag: string | undefined
}>
