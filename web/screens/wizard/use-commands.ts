import type { Command } from '#domain/sale/commands.ts'
import { useApp } from '../../app-context.ts'
import { dismissToast, toast } from '../../ui/toast-store.ts'

/** The toast of the latest refusal. It is dismissed if a later command succeeds or a new check begins. */
let refusal: number | undefined

/** Dismisses the toast of the latest refusal, because the sale or the check has changed since. */
export const dismissRefusal = () => refusal !== undefined && dismissToast(refusal)

/**
 * The rules that need no toast: a second tap changes nothing, a notice names the tab that has the sale, and the field
 * of the paper number shows its own error.
 */
const QUIET_RULES: ReadonlySet<string> = new Set(['wrong-step', 'taken-over', 'paper-number'])

/**
 * Returns a function that sends the sale a command and resolves to whether it was accepted. A refusal shows as a toast.
 * If the phone cannot store the sale, a notice covers the screen.
 */
export function useCommands(): (command: Command, signatureJpeg?: string) => Promise<boolean> {
  const { sale, trouble } = useApp()
  return async (command, signatureJpeg) => {
    // Read before the command, because a refusal that arrives while this one is being saved should stay.
    const answered = refusal
    try {
      const decision = await sale.dispatch(command, signatureJpeg)
      if (!decision.ok) {
        if (!QUIET_RULES.has(decision.failure.rule)) refusal = toast(decision.failure.sentence, 'bad')
        return false
      }
      if (answered !== undefined) dismissToast(answered)
      if (decision.value.facts.some((fact) => fact.type === 'details-prefilled')) toast('Details pre-filled')
      return true
    } catch {
      trouble.update({ blocking: 'full' })
      return false
    }
  }
}
