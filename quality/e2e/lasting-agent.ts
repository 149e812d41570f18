import type { Page } from '@playwright/test'
import type { PackageId } from '#domain/catalog/packages.ts'
import type { Lead } from '#domain/lead/lead.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleReceipt } from '#web/storage/stored.ts'
import { type MortalBrowser, startMortalBrowser } from '../storms/phone/mortal-browser.ts'
import { Agent } from './agent.ts'

/** A sale to make: the lead and the package. */
export type Errand = { lead: Lead; packageId: PackageId }

/** The contents of the phone's database. */
export type OnPhone = { sales: Sale[]; receipts: SaleReceipt[]; waiting: number; parked: number }

const PACKAGE_NAMES: Record<PackageId, string> = {
  basic: 'Basic Broadband',
  standard: 'Standard Fiber',
  premium: 'Premium Fiber',
}
/** If a step takes longer, the phone has died during it, and the step is retried. */
const STEP_TIMEOUT_MS = 20_000

/** An agent who sells to a street through the real screens, and continues after the phone has died. */
export class LastingAgent {
  readonly errands: readonly Errand[]
  sold = 0
  readonly #url: string
  readonly #profile: string
  #phone: MortalBrowser | undefined
  #agent: Agent | undefined
  #opened = Promise.withResolvers<void>()

  /** `profile` is the folder with the browser's storage. */
  constructor(url: string, profile: string, errands: readonly Errand[]) {
    this.#url = url
    this.#profile = profile
    this.errands = errands
  }

  get page(): Page {
    if (!this.#agent) throw new Error('The phone is not open.')
    return this.#agent.page
  }

  /** Starts the phone and opens the app. */
  async opens(): Promise<void> {
    this.#phone = await startMortalBrowser(this.#profile)
    const page = this.#phone.context.pages()[0] ?? (await this.#phone.context.newPage())
    page.setDefaultTimeout(STEP_TIMEOUT_MS)
    await page.goto(this.#url)
    this.#agent = new Agent(page)
    this.#opened.resolve()
  }

  /** Kills the phone. */
  async loses(): Promise<void> {
    this.#opened = Promise.withResolvers()
    await this.#phone?.kill()
  }

  /** Sells to every lead of the street, even if the phone dies at any moment. */
  async sellsAll(): Promise<void> {
    let failures = 0
    while (this.sold < this.errands.length) {
      await this.#opened.promise
      try {
        await this.#goesOn()
        failures = 0
      } catch (error) {
        failures += 1
        if (failures > 10) throw error
      }
    }
  }

  /** Does the step of the sale that is on the screen. */
  async #goesOn(): Promise<void> {
    const agent = this.#agent as Agent
    const errand = this.errands[this.sold] as Errand
    const step = Number(await agent.page.getByRole('progressbar').getAttribute('aria-valuenow'))
    if (step === 1) {
      await agent.field('Search leads').fill(errand.lead.street_address)
      await agent.lead(errand.lead.street_address).check()
      await agent.press('Continue with Lead')
    } else if (step === 2) {
      await agent.offer(PACKAGE_NAMES[errand.packageId]).check()
      await agent.press('Continue to Contract')
    } else if (step === 3) {
      await agent.field('ID number').fill(idNumberOf(errand))
      await agent.press('Continue')
    } else if (step === 4) {
      await agent.signs()
      await agent.press('Submit Order')
    } else {
      // The step number shows before the code of the step has loaded.
      await agent.button('Start New Sale').waitFor()
      // A new sale is saved with its first step, so a phone that died before shows the last sale again.
      if (await agent.page.getByText(`${errand.lead.street_address}, `).count()) this.sold += 1
      if (this.sold === this.errands.length) return
      await agent.press('Start New Sale')
    }
    await agent.page.locator(`[role=progressbar]:not([aria-valuenow="${step}"])`).waitFor()
  }

  /** Returns what the phone has stored. */
  keeps(): Promise<OnPhone> {
    return this.page.evaluate(readDatabase)
  }
}

export const idNumberOf = ({ lead }: Errand) => `19800101-${lead.id.slice(0, 8)}`

/** Runs in the page. */
function readDatabase(): Promise<OnPhone> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('doorstep')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(['sales', 'receipts', 'outbox', 'parked'])
      const store = (name: string) => transaction.objectStore(name)
      const [sales, receipts] = [store('sales').getAll(), store('receipts').getAll()]
      const [waiting, parked] = [store('outbox').count(), store('parked').count()]
      transaction.oncomplete = () => {
        opening.result.close()
        resolve({
          sales: sales.result,
          receipts: receipts.result,
          waiting: waiting.result,
          parked: parked.result,
        })
      }
    }
  })
}
