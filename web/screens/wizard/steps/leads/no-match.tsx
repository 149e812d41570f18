import { FIRST_VIEW, type LeadView } from '#domain/lead/lead-book.ts'
import { LEAD_FILTER_NAMES } from '#domain/lead/lead-order.ts'
import { useApp, useLeads } from '../../../../app-context.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/states.tsx'

/** Replaces a list in which no lead matches. It says whether the search or the status filter hides the leads. */
export function NoMatch() {
  const { shown } = useApp().lists
  const { view, isSearchFound } = useLeads()
  const offer = (name: string, change: Partial<LeadView>) => (
    <Button look="secondary" onClick={() => shown.showView({ ...view, ...change })}>
      {name}
    </Button>
  )
  return isSearchFound ? (
    <EmptyState action={offer('Show every status', { filter: FIRST_VIEW.filter })}>
      {view.search.trim() === '' ? 'No door has' : 'Doors match your search, but none has'} the status{' '}
      {LEAD_FILTER_NAMES[view.filter]}.
    </EmptyState>
  ) : (
    <EmptyState action={offer('Show all leads', { filter: FIRST_VIEW.filter, search: FIRST_VIEW.search })}>
      No door matches that. Check the spelling, or show all leads.
    </EmptyState>
  )
}
