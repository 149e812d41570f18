import type { Sale } from '#domain/sale/sale.ts'
import { copySale } from './copy-sale.ts'
import type { PhoneDatabase } from './database.ts'

/** Downloads everything that the phone has of a sale as a JSON file. */
export async function downloadSale(phone: PhoneDatabase, sessionId: string): Promise<void> {
  downloadFile(`doorstep-${sessionId}.json`, await copySale(phone, sessionId))
}

/** Downloads a sale that the phone could not save, as a JSON file. */
export function downloadUnsaved(sale: Sale): void {
  downloadFile(`doorstep-${sale.sessionId}.json`, { sale })
}

function downloadFile(name: string, content: object): void {
  const json = JSON.stringify({ ...content, copiedAt: new Date().toISOString() }, null, 2)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
