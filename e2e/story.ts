import { test as base, expect, type Page } from '@playwright/test'
import { type Doorstep, startDoorstep } from './doorstep.ts'

type Fixtures = { doorstep: Doorstep; agent: Agent; env: Record<string, string> }

/** A story: its own server with its own data, and an agent with a phone. */
export const test = base.extend<Fixtures>({
  env: [{}, { option: true }],
  doorstep: async ({ env }, use) => {
    const doorstep = await startDoorstep(process.env.STORY_TEMPLATE, env)
    await use(doorstep)
    await doorstep.stop()
  },
  baseURL: async ({ doorstep }, use) => use(doorstep.url),
  agent: async ({ page }, use) => {
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(error.message))
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) broken.push(message.text())
    })
    await use(new Agent(page))
    expect(broken, 'no script broke and nothing was against the content security policy').toEqual([])
  },
})

export { expect }

/** What an agent does, by the words on the screen. */
export class Agent {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  button = (name: string) => this.page.getByRole('button', { name, exact: true })
  lead = (address: string) => this.page.getByRole('radio', { name: address, exact: true })
  field = (name: string) => this.page.getByLabel(name, { exact: true })

  async opens(path = '/'): Promise<void> {
    await this.page.goto(path)
  }

  async sees(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text).first()).toBeVisible()
  }

  async seesStep(step: number): Promise<void> {
    await expect(this.page.getByText(`Step ${step} of 5`)).toBeVisible()
  }

  async press(name: string): Promise<void> {
    await this.button(name).click()
  }

  async syncsLeads(): Promise<void> {
    await this.press('Sync GHL')
    await this.sees('Synced 40 leads from GoHighLevel')
  }

  /** Picks the first lead of the list and goes on; answers its address. */
  async continuesWithFirstLead(): Promise<string> {
    const first = this.page.getByRole('radiogroup', { name: 'Leads' }).getByRole('radio').first()
    const address = (await first.getAttribute('aria-label')) ?? ''
    await first.check()
    await this.press('Continue with Lead')
    await this.seesStep(2)
    return address
  }

  async choosesPackage(name: string): Promise<void> {
    await this.page.getByRole('radio', { name }).check()
    await this.press('Continue to Contract')
    await this.seesStep(3)
  }

  async confirmsCustomer(): Promise<void> {
    await this.field('ID number').fill('19800101-1234')
    await this.press('Continue')
    await this.seesStep(4)
  }

  /** Draws a line that goes up and down across the canvas. */
  async signs(): Promise<void> {
    const canvas = this.page.getByRole('img', { name: 'Customer signature' })
    await canvas.scrollIntoViewIfNeeded()
    const box = await canvas.boundingBox()
    if (!box) throw new Error('There is no signature canvas.')
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
    await this.page.mouse.move(...at(0.1, 0.6))
    await this.page.mouse.down()
    for (let step = 1; step <= 12; step++) {
      await this.page.mouse.move(...at(0.1 + step * 0.06, step % 2 === 0 ? 0.7 : 0.3))
    }
    await this.page.mouse.up()
  }

  /** The sale from an empty list to step 4, ready to be signed. */
  async reachesContract(): Promise<void> {
    await this.opens()
    await this.syncsLeads()
    await this.continuesWithFirstLead()
    await this.choosesPackage('Standard Fiber')
    await this.confirmsCustomer()
  }
}
