import type { Sale } from '#domain/sale/sale.ts'
import { copySale } from './copy-sale.ts'
import type { Device } from './database.ts'

/** Puts everything that the phone has of a sale into a file of the browser's downloads. */
export async function downloadSale(device: Device, sessionId: string): Promise<void> {
  downloadFile(`doorstep-${sessionId}.json`, await copySale(device, sessionId))
}

/** Puts a sale that could not be stored into a file. */
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
