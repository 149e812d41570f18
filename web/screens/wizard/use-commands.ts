import type { Command } from '#domain/sale/commands.ts'
import { useApp } from '../../app-context.ts'
import { TakenOver } from '../../storage/sale-records.ts'
import { dismissToast, toast } from '../../ui/toast-store.ts'

/** The toast of the latest refusal: what the sale accepts next is the answer to it. */
let refusal: number | undefined

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
        if (decision.failure.rule !== 'wrong-step') refusal = toast(decision.failure.sentence, 'bad')
        return false
      }
      if (answered !== undefined) dismissToast(answered)
      if (decision.value.facts.some((fact) => fact.type === 'details-prefilled')) toast('Details pre-filled')
      return true
    } catch (error) {
      if (!(error instanceof TakenOver)) trouble.update({ blocking: 'full' })
      return false
    }
  }
}
