import { reportUnsentSales } from '../http/phone-headers.ts'
import { saveUnsentCount } from '../storage/eviction.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import type { SecondCopies } from '../storage/second-copies.ts'
import type { PhoneSales } from '../sync/phone-sales.ts'

export type SaleChanges = {
  /** Call after a sale has changed on this phone. Updates everything that depends on it and notifies the other tabs. */
  onChanged: (sessionId: string) => Promise<void>
  /** Reads every sale of the phone once, after the start. */
  readAll: () => Promise<void>
}

type SaleChangesOptions = {
  phoneSales: PhoneSales
  secondCopies: SecondCopies
  notifyOtherTabs: (sessionId: string) => void
}

export function createSaleChanges(options: SaleChangesOptions): SaleChanges {
  const { phoneSales, secondCopies, notifyOtherTabs } = options

  /** If a phone has no finished step, it has nothing to lose and gets no cookie. */
  function recordUnsent(): void {
    const sales = [...phoneSales.get().values()]
    const unsent = sales.filter(({ writes }) => writes > 0)
    reportUnsentSales(unsent)
    if (sales.length > 0) saveUnsentCount(unsent.length)
  }

  return {
    async onChanged(sessionId) {
      notifyOtherTabs(sessionId)
      await phoneSales.refresh(sessionId).catch(reportTrouble)
      recordUnsent()
      const isSigned = phoneSales.get().get(sessionId)?.written.status === 'closed-won'
      if (isSigned) void secondCopies.update(sessionId).catch(reportTrouble)
    },
    async readAll() {
      await phoneSales.refreshAll()
      recordUnsent()
    },
  }
}
