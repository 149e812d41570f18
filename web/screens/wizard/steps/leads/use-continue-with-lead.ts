import { useApp } from '../../../../app-context.ts'
import { useCommands } from '../../use-commands.ts'
import { parts } from './parts.ts'

/**
 * Returns a function that continues with the selected lead at its latest known status, or with the sale that was left
 * there. The function resolves to whether it continued.
 */
export function useContinueWithLead(): () => Promise<boolean> {
  const app = useApp()
  const command = useCommands()
  return async () => {
    const status = app.lists.shown.leads.find(app.sale.get().lead?.id ?? '')?.status
    const door = await parts().then(
      ({ lookAtDoor }) => lookAtDoor(app, status),
      () => undefined,
    )
    return (
      door === 'continued' || command({ type: 'continue-with-lead', status, isOnRegister: door === 'closed' })
    )
  }
}
