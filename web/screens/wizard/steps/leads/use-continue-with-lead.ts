import { useApp } from '../../../../app-context.ts'
import { useCommands } from '../../use-commands.ts'

/** Goes on with the selected lead; resolves to whether the sale did. What counts is the lead as this phone knows it by now. */
export function useContinueWithLead(): () => Promise<boolean> {
  const { sale, lists } = useApp()
  const command = useCommands()
  return () => {
    const { lead } = sale.get()
    const known = lead ? lists.shown.leads.find(lead.id) : undefined
    return command({ type: 'continue-with-lead', status: known?.status })
  }
}
