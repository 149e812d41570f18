import { type Decision, refuse } from '#domain/kernel/refusal.ts'
import { success } from '#domain/kernel/result.ts'
import { applyCommand, type Outcome } from '#domain/sale/apply-command.ts'
import type { Command, SaleRule } from '#domain/sale/commands.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { callsForFacts } from '#protocol/sale-calls.ts'
import type { Saved } from '../storage/sale-records.ts'
import { createStore, type Readable } from '../store.ts'
import type { Save } from './autosave.ts'
import { createSaveQueue } from './save-queue.ts'

/** `taken-over`: another tab has the write lock. The command has no effect, and the screen shows that tab's sale. */
export type Dispatched = Decision<Outcome, SaleRule | 'taken-over'>

export type SaleStore = Readable<Sale> & {
  /** Applies a command. Resolves when the phone has saved its effect; rejects if it cannot be stored. */
  dispatch: (command: Command, signatureJpeg?: string) => Promise<Dispatched>
  /** Makes a sale of this phone the current one again. The sale shows once that is saved. */
  resume: (sale: Sale) => Promise<Saved>
  /** Shows the sale as another tab has saved it. */
  replace: (saved: Sale) => void
  /** Saves the sale on the screen again, after the phone could not store it. */
  saveAgain: () => Promise<Saved>
}

const TAKEN_OVER = refuse('taken-over', 'This sale is open in another tab.')

/**
 * The sale on this phone. An edit shows at once and is saved in the background. A finished step shows only once the
 * sale and its calls are saved. Saves run one at a time, in the order of the commands.
 */
export function createSaleStore(initial: Sale, save: Save, onCalls: () => void): SaleStore {
  const { get, set: show, subscribe } = createStore(initial)
  const saveInTurn = createSaveQueue(save)
  let finishing: Promise<unknown> | undefined

  /** A command that arrives while a step is being finished waits for it. */
  async function dispatch(command: Command, signatureJpeg?: string): Promise<Dispatched> {
    if (finishing) {
      await finishing
      return dispatch(command, signatureJpeg)
    }
    const decision = applyCommand(get(), command)
    if (!decision.ok) return decision
    const saved =
      decision.value.facts.length === 0
        ? await edit(decision.value.sale)
        : await finishStep(decision.value, signatureJpeg)
    return saved.ok ? success(decision.value) : TAKEN_OVER
  }

  function edit(next: Sale): Promise<Saved> {
    show(next)
    return saveInTurn(next, [])
  }

  function finishStep(outcome: Outcome, signatureJpeg?: string): Promise<Saved> {
    const finished = saveThenShow(outcome, signatureJpeg)
    finishing = finished
      .catch(() => undefined)
      .then(() => {
        finishing = undefined
      })
    return finished
  }

  async function saveThenShow(outcome: Outcome, signatureJpeg?: string): Promise<Saved> {
    const { sale: next, calls } = callsForFacts(outcome.sale, outcome.facts, signatureJpeg)
    const saved = await saveInTurn(next, calls)
    if (saved.ok) {
      show(next)
      onCalls()
    }
    return saved
  }

  async function resume(found: Sale): Promise<Saved> {
    await finishing
    const saved = await saveInTurn(found, [])
    if (saved.ok) show(found)
    return saved
  }

  return { get, subscribe, dispatch, resume, replace: show, saveAgain: () => saveInTurn(get(), []) }
}
