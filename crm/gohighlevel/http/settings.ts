import type { OpportunityStatus } from '#domain/opportunity/status.ts'

/** The settings of the GoHighLevel connection (docs/product 11.2). */
export type GoHighLevelSettings = Readonly<{
  /** Without a trailing slash. */
  baseUrl: string
  /** A Private Integration Token. */
  token: string
  locationId: string
  pipelineId: string | undefined
  /** The stage for each status. If a status has none, the opportunity keeps its stage. */
  stages: Readonly<Partial<Record<OpportunityStatus, string>>>
  /** Only contacts with this tag are leads. If undefined, all contacts are. */
  leadTag: string | undefined
}>
