import type { Command } from '#domain/sale/commands.ts'
import { useApp } from '../../app-context.ts'
import { dismissToast, toast } from '../../ui/toast-store.ts'

/** The toast of the latest refusal: what the sale accepts next is the answer to it. */
let refusal: number | undefined

/** A second tap on a finished step says nothing new, and a notice already says that another tab has the sale. */
const QUIET_RULES: ReadonlySet<string> = new Set(['wrong-step', 'taken-over'])

/**
 * Asks the sale for something; a refusal is said in a toast, a fact that the agent should know too. A command for a
 * step that is over is a second tap, and no news. What the phone could not store stops everything.
 */
export function useCommands(): (command: Command, signatureJpeg?: string) => Promise<boolean> {
  const { sale, trouble } = useApp()
  return async (command, signatureJpeg) => {
    // Not what is refused while this one is still being saved.
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
