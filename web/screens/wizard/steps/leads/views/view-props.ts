import type { Lead } from '#domain/lead/lead.ts'

/** The props of a view other than the list. It shows the leads that match search and filter, as the group `Leads`. */
export type ViewProps = { onSelect: (lead: Lead) => void }
