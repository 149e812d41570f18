import { useApp } from '../../../../app-context.ts'
import { useCommands } from '../../use-commands.ts'

/** Returns a function that continues with the selected lead, at its latest known status, and resolves to whether it did. */
export function useContinueWithLead(): () => Promise<boolean> {
  const { sale, lists } = useApp()
  const command = useCommands()
  return async () => {
    const { lead } = sale.get()
    const known = lead ? lists.shown.leads.find(lead.id) : undefined
    const parts = await import('./later-parts.ts').catch(() => undefined)
    const isOnRegister = await parts?.laterParts.isOnRegister(sale.get())
    return command({ type: 'continue-with-lead', status: known?.status, isOnRegister })
  }
}
