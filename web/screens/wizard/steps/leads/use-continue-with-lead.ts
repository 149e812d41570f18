import { useApp } from '../../../../app-context.ts'
import { useCommands } from '../../use-commands.ts'
import { parts } from './parts.ts'

/** Returns a function that continues with the selected lead, at its latest known status, and resolves to whether it did. */
export function useContinueWithLead(): () => Promise<boolean> {
  const { sale, lists } = useApp()
  const command = useCommands()
  return async () => {
    const { lead } = sale.get()
    const known = lead ? lists.shown.leads.find(lead.id) : undefined
    const loaded = await parts().catch(() => undefined)
    const isOnRegister = await loaded?.isOnRegister(sale.get())
    return command({ type: 'continue-with-lead', status: known?.status, isOnRegister })
  }
}
