import { expect, type Locator, type Page } from '@playwright/test'

/** An agent who finds everything by the words on the screen. */
export class Agent {
  readonly page: Page
  readonly leads: Locator
  readonly dialog: Locator
  readonly canvas: Locator

  constructor(page: Page) {
    this.page = page
    this.leads = page.getByRole('radiogroup', { name: 'Leads' }).getByRole('radio')
    this.dialog = page.getByRole('dialog')
    this.canvas = page.getByRole('img', { name: 'Customer signature' })
  }

  button = (name: string) => this.page.getByRole('button', { name, exact: true })
  lead = (address: string) => this.page.getByRole('radio', { name: address, exact: true })
  offer = (name: string) => this.page.getByRole('radio', { name, exact: true })
  field = (name: string) => this.page.getByLabel(name, { exact: true })
  summary = (name: string) => this.page.getByRole('region', { name, exact: true })

  async opens(path = '/'): Promise<void> {
    await this.page.goto(path)
  }

  /** Waits until a text is visible. A string must match in full. */
  async sees(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text, { exact: true }).first()).toBeVisible()
  }

  /** Waits for a toast with exactly this sentence, announced to screen readers, and dismisses it. */
  async seesToast(sentence: string): Promise<void> {
    const toast = this.page
      .locator('[role=alert] > div, [role=status] > div')
      .filter({ has: this.page.getByText(sentence, { exact: true }) })
    await toast.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast).toBeHidden()
  }

  /** Waits until the phone has loaded the code of the later steps. */
  async hasWholeApp(): Promise<void> {
    // If a story replaces the clock, `performance` has no entries, but its observer has.
    const loaded = () =>
      new Promise<string[]>((resolve) => {
        const take = (entries: PerformanceObserverEntryList) =>
          resolve(entries.getEntries().map(({ name }) => name))
        new PerformanceObserver(take).observe({ type: 'resource', buffered: true })
      })
    await expect
      .poll(() => this.page.evaluate(loaded))
      .toEqual(
        expect.arrayContaining(['/later-', '/shared-later-'].map((name) => expect.stringContaining(name))),
      )
  }

  /** Loads the leads and the whole app, so that the phone can sell offline. */
  async getsReadyToGoOffline(): Promise<void> {
    await this.opens()
    await this.seesAllLeads()
    await this.hasWholeApp()
  }

  async seesStep(step: number): Promise<void> {
    await expect(this.page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(step))
    await this.sees(`Step ${step} of 5`)
  }

  async press(name: string): Promise<void> {
    await this.button(name).click()
  }

  async syncsLeads(): Promise<void> {
    await this.press('Sync GHL')
    await this.seesToast('Synced 40 leads from GoHighLevel')
    await this.seesAllLeads()
  }

  /**
   * Waits for the sandbox's 40 leads: they arrive in pages, and the change of a page waits for other stories'
   * transactions.
   */
  async seesAllLeads(): Promise<void> {
    await expect(this.leads.first()).toHaveAttribute('aria-setsize', /^(4\d|[5-9]\d|\d{3,})$/)
  }

  /** Continues with the first lead of the list and returns its address. */
  async continuesWithFirstLead(): Promise<string> {
    const address = (await this.leads.first().getAttribute('aria-label')) ?? ''
    await this.lead(address).check()
    await this.press('Continue with Lead')
    await this.seesStep(2)
    return address
  }

  async choosesPackage(name: string): Promise<void> {
    await this.offer(name).check()
    await this.press('Continue to Contract')
    await this.seesStep(3)
  }

  async confirmsCustomer(): Promise<void> {
    await this.field('ID number').fill('19800101-1234')
    await this.press('Continue')
    await this.seesStep(4)
  }

  async submits(): Promise<void> {
    await this.press('Submit Order')
    await this.seesStep(5)
  }

  /** Draws a zigzag across the canvas. */
  async signs(): Promise<void> {
    const [start, ...points] = await this.zigzag()
    await this.page.mouse.move(...start)
    await this.page.mouse.down()
    for (const point of points) await this.page.mouse.move(...point)
    await this.page.mouse.up()
  }

  /** Returns the zigzag as points on the screen. */
  async zigzag(): Promise<[[x: number, y: number], ...[x: number, y: number][]]> {
    await this.canvas.scrollIntoViewIfNeeded()
    const box = await this.canvas.boundingBox()
    if (!box) throw new Error('There is no signature canvas.')
    const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y]
    const points = Array.from({ length: 12 }, (_, step) => at(0.16 + step * 0.06, step % 2 === 0 ? 0.3 : 0.7))
    return [at(0.1, 0.6), ...points]
  }

  /**
   * Returns how much of the canvas is inked, in percent. A half transparent pixel counts half, so that the blurred edges
   * of lines weigh the same on a canvas of any size.
   */
  async seesInk(): Promise<number> {
    return this.canvas.evaluate((canvas: HTMLCanvasElement) => {
      const context = canvas.getContext('2d')
      if (!context) return 0
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      let inked = 0
      for (let alpha = 3; alpha < data.length; alpha += 4) inked += (data[alpha] ?? 0) / 255
      return (400 * inked) / data.length
    })
  }

  /** Makes a whole sale, from step 1 until it is submitted or saved on the phone. */
  async sells(packageName: string): Promise<void> {
    await this.continuesWithFirstLead()
    await this.choosesPackage(packageName)
    await this.confirmsCustomer()
    await this.signs()
    await this.submits()
  }

  /** Opens the ticks of the first sale in the tracker. */
  async opensTicks(): Promise<void> {
    const ticks = this.dialog.getByRole('button', { name: /^Phone/ }).first()
    await ticks.click()
    await expect(ticks).toHaveAttribute('aria-expanded', 'true')
  }

  /** Waits until the phone has stored a sale with these fields. Typed text shows before it is stored. */
  async phoneKeeps(part: Record<string, unknown>): Promise<void> {
    await expect.poll(() => this.keptSales()).toContainEqual(expect.objectContaining(part))
  }

  keptSales(): Promise<object[]> {
    return this.page.evaluate(storedSales)
  }

  /** Makes the next read of the parked calls fail. */
  async failsToReadRefusalsOnce(): Promise<void> {
    await this.page.evaluate(() => {
      const { transaction } = IDBDatabase.prototype
      IDBDatabase.prototype.transaction = function (stores, ...how) {
        if (stores !== 'parked') return transaction.call(this, stores, ...how)
        IDBDatabase.prototype.transaction = transaction
        throw new DOMException('The disk is broken.', 'DataError')
      }
    })
  }

  async startsSale(): Promise<void> {
    await this.opens()
    await this.seesAllLeads()
    await this.continuesWithFirstLead()
  }

  /** Makes a sale to step 3. */
  async reachesCustomer(): Promise<void> {
    await this.startsSale()
    await this.choosesPackage('Standard Fiber')
    await this.seesToast('Details pre-filled')
  }

  /** Makes a sale to step 4, ready to be signed. */
  async reachesContract(): Promise<void> {
    await this.reachesCustomer()
    await this.confirmsCustomer()
  }
}

/** Runs in the page. */
const storedSales = () =>
  new Promise<object[]>((resolve, reject) => {
    const opening = indexedDB.open('doorstep')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const sales = opening.result.transaction('sales').objectStore('sales').getAll()
      sales.onerror = () => reject(sales.error)
      sales.onsuccess = () => {
        opening.result.close()
        resolve(sales.result)
      }
    }
  })
