import type { Command } from '#domain/sale/commands.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { recordSigning } from '#web/screens/wizard/steps/contract/record-signing.ts'
import type { SaleStore } from '#web/session/sale-store.ts'
import type { PlannedSale } from '../plan.ts'
import { nextCommand } from './next-command.ts'

type Agent = {
  /** Returns whether agents must not call at the door of a sale, as far as the phone knows. */
  isOnRegister: (sale: Sale) => boolean
  /** Called when a finished step is saved and the sale has made this many calls. */
  onSaved: (calls: number) => void
}

/** Makes a planned sale, or the rest of it, until it is submitted. Returns false if its door is on the register. */
export async function makeSale(
  store: SaleStore,
  plan: PlannedSale,
  { isOnRegister, onSaved }: Agent,
): Promise<boolean> {
  const { sessionId, jpeg } = plan
  if (store.get().sessionId !== sessionId) await store.dispatch({ type: 'start-new-sale', sessionId })
  for (;;) {
    const sale = store.get()
    const command = nextCommand(sale, plan)
    if (!command) return true
    const decision = await store.dispatch(await asAgent(command, sale, isOnRegister), jpeg)
    if (!decision.ok && decision.failure.rule === 'do-not-knock') return false
    if (!decision.ok) throw new Error(decision.failure.sentence)
    const { calls } = store.get()
    if (calls > sale.calls) onSaved(calls)
  }
}

/** Adds what the screens add to a command: whether the door is closed, and the record of the signing. */
async function asAgent(command: Command, sale: Sale, isOnRegister: Agent['isOnRegister']): Promise<Command> {
  if (command.type === 'continue-with-lead') return { ...command, isOnRegister: isOnRegister(sale) }
  if (command.type !== 'submit-order') return command
  const { image, at } = command
  return { ...command, signing: await recordSigning(sale, { image, at, app: 'storm' }) }
}
