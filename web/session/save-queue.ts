import type { Sale } from '#domain/sale/sale.ts'
import type { Saved } from '../storage/sale-records.ts'
import type { Save } from './autosave.ts'

type WaitingEdit = { sale: Sale; saved: Promise<Saved> }

/**
 * Runs saves one at a time, in order. Every save writes the whole sale, so an edit that has to wait is merged into the
 * edit of the same sale that already waits. A save with calls is never merged, and no edit overtakes it.
 */
export function createSaveQueue(save: Save): Save {
  let last: Promise<unknown> = Promise.resolve()
  let waitingEdit: WaitingEdit | undefined

  function enqueue(run: () => Promise<Saved>): Promise<Saved> {
    const saved = last.then(run)
    last = saved.catch(() => undefined)
    return saved
  }

  function begin(edit: WaitingEdit): Promise<Saved> {
    if (waitingEdit === edit) waitingEdit = undefined
    return save(edit.sale, [])
  }

  function saveEdit(sale: Sale): Promise<Saved> {
    if (waitingEdit?.sale.sessionId === sale.sessionId) {
      waitingEdit.sale = sale
      return waitingEdit.saved
    }
    const edit: WaitingEdit = { sale, saved: enqueue(() => begin(edit)) }
    waitingEdit = edit
    return edit.saved
  }

  return (sale, calls) => {
    if (calls.length === 0) return saveEdit(sale)
    waitingEdit = undefined
    return enqueue(() => save(sale, calls))
  }
}
