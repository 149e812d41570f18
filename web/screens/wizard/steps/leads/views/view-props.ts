import type { Lead } from '#domain/lead/lead.ts'

/** What a view beside the list gets. It shows the leads that search and filter leave, as the group `Leads`. */
export type ViewProps = { onSelect: (lead: Lead) => void }
