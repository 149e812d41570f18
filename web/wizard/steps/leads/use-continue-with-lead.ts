import type { LeadStatus } from '#domain/lead/lead.ts'
import { useApp } from '../../../app-context.ts'
import { useCommands } from '../../use-commands.ts'

/** Goes on with the selected lead; resolves to whether the sale did. What counts is the lead as this phone knows it by now. */
export function useContinueWithLead(): () => Promise<boolean> {
  const { sale, lists, phoneSales } = useApp()
  const command = useCommands()

  function statusOf(leadId: string): LeadStatus | undefined {
    const waiting = [...phoneSales.get().values()].filter(({ writes }) => writes > 0)
    const isSoldHere = waiting.some(
      ({ written }) => written.lead_id === leadId && written.status === 'closed-won',
    )
    return isSoldHere ? 'closed-won' : lists.leads.find(leadId)?.status
  }

  return () => {
    const { lead } = sale.get()
    return command({ type: 'continue-with-lead', status: lead ? statusOf(lead.id) : undefined })
  }
}
