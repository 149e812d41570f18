import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newSale } from '#domain/sale/sale.ts'
import { createOutbox } from '../sync/outbox.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { OTHER_SESSION, rowsIn, SESSION, saleAfter, saveWalk } from '../testing/sales.testing.ts'
import { copySale } from './copy-sale.ts'
import { PhoneDatabase } from './database.ts'
import { downloadSale, downloadUnsaved } from './download-sale.ts'
import { createStorageTrouble } from './storage-trouble.ts'

let phone: PhoneDatabase
let saved: { name: string; content: Blob }[]
beforeEach(() => {
  enterBrowser()
  phone = new PhoneDatabase()
  saved = []
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`
    blobs.set(url, blob as Blob)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const createElement = () => ({
    href: '',
    download: '',
    click() {
      const content = blobs.get(this.href)
      if (content) saved.push({ name: this.download, content })
    },
  })
  vi.stubGlobal('document', { createElement })
})
afterEach(leaveBrowser)

const savedJson = async () => JSON.parse((await saved[0]?.content.text()) ?? '')

/** Saves a signed sale that has two calls sent and the third refused, beside another sale. */
async function partlySent(): Promise<void> {
  await saveWalk(phone, saleAfter(4))
  const outbox = createOutbox(phone)
  const [create, report, update] = await rowsIn(phone, 'outbox')
  for (const call of [create, report]) if (call) await outbox.acknowledge(call)
  if (update) await outbox.park(update, 'Package unknown')
  await saveWalk(phone, saleAfter(1, OTHER_SESSION))
  const other = await outbox.nextCall(OTHER_SESSION)
  if (other) await outbox.acknowledge(other)
}

it('has the sale and each of its calls with its state, and nothing of another sale', async () => {
  await partlySent()
  const { sale, sent, waiting, refused } = await copySale(phone, SESSION)
  expect(sale?.sessionId).toBe(SESSION)
  expect(sent.map(({ sequence }) => sequence)).toEqual([1, 2])
  expect(waiting.map(({ sequence }) => sequence)).toEqual([3, 4, 5, 6, 7, 8])
  expect(refused).toMatchObject([{ sequence: 3, reason: 'Package unknown' }])
})

it('is empty for a sale that the phone does not have', async () => {
  expect(await copySale(phone, SESSION)).toEqual({ sale: undefined, waiting: [], sent: [], refused: [] })
})

it('gives the agent a file with everything that the phone has of a sale', async () => {
  await partlySent()
  await downloadSale(phone, SESSION)
  expect(saved.map(({ name }) => name)).toEqual([`doorstep-${SESSION}.json`])
  expect(await savedJson()).toMatchObject({
    sale: { contract: saleAfter(4).sale.contract },
    refused: [{ reason: 'Package unknown' }],
    copiedAt: expect.stringMatching(/Z$/),
  })
})

it('gives the agent a file with a sale that could not be saved', async () => {
  downloadUnsaved(newSale(SESSION))
  expect(await savedJson()).toMatchObject({ sale: newSale(SESSION) })
})

it('frees the file a minute later, when any browser has saved it', () => {
  downloadUnsaved(newSale(SESSION))
  vi.advanceTimersByTime(59_000)
  expect(URL.revokeObjectURL).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:0')
})

it('reports a change of the phone’s trouble once, and leaves the rest unchanged', () => {
  const trouble = createStorageTrouble()
  const listener = vi.fn()
  trouble.subscribe(listener)
  trouble.update({ blocking: 'full' })
  trouble.update({ blocking: 'full' })
  trouble.update({ lostSales: 2 })
  trouble.update({ blocking: undefined })
  expect(listener).toHaveBeenCalledTimes(3)
  expect(trouble.get()).toEqual({ blocking: undefined, lostSales: 2 })
})
