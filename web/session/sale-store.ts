import type { Decision } from '#domain/kernel/refusal.ts'
import { applyCommand, type Outcome } from '#domain/sale/apply-command.ts'
import type { Command, SaleRule } from '#domain/sale/commands.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { callsForFacts } from '#protocol/sale-calls.ts'
import { createStore, type Readable } from '../store.ts'

type Save = (sale: Sale, calls: readonly SaleCall[]) => Promise<void>

export type SaleStore = Readable<Sale> & {
  /** Does what is asked, or says why not. Resolves when the phone has it durably. */
  dispatch: (command: Command, signatureJpeg?: string) => Promise<Decision<Outcome, SaleRule>>
  /** Shows the sale as it was saved elsewhere. */
  replace: (saved: Sale) => void
  /** Saves once more what is shown. */
  saveAgain: () => Promise<void>
}

/**
 * The sale on this phone. What is typed shows at once and is saved behind it; a finished step shows only after
 * the sale and its calls are saved together. Saves happen one after the other, in the order of the commands.
 */
export function createSaleStore(initial: Sale, save: Save, onCalls: () => void): SaleStore {
  const { get, set: show, subscribe } = createStore(initial)
  let saved: Promise<unknown> = Promise.resolve()

  function saveInTurn(next: Sale, calls: readonly SaleCall[]): Promise<void> {
    const turn = saved.then(() => save(next, calls))
    saved = turn.catch(() => undefined)
    return turn
  }

  async function finishStep(outcome: Outcome, signatureJpeg?: string): Promise<void> {
    const { sale: next, calls } = callsForFacts(outcome.sale, outcome.facts, signatureJpeg)
    await saveInTurn(next, calls)
    show(next)
    onCalls()
  }

  let finishing: Promise<unknown> | undefined

  /** While a step is being finished, what follows waits for it; else it shows in the same turn. */
  async function dispatch(command: Command, signatureJpeg?: string): Promise<Decision<Outcome, SaleRule>> {
    if (finishing) {
      await finishing
      return dispatch(command, signatureJpeg)
    }
    const decision = applyCommand(get(), command)
    if (!decision.ok) return decision
    if (decision.value.facts.length === 0) {
      show(decision.value.sale)
      await saveInTurn(decision.value.sale, [])
      return decision
    }
    const finished = finishStep(decision.value, signatureJpeg)
    finishing = finished
      .catch(() => undefined)
      .then(() => {
        finishing = undefined
      })
    await finished
    return decision
  }

  return {
    get,
    subscribe,
    dispatch,
    replace: show,
    saveAgain: () => saveInTurn(get(), []),
  }
}
