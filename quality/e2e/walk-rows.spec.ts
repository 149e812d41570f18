import type { Locator } from '@playwright/test'
import type { Outcome } from '#domain/street/outcome.ts'
import type { VisitCall } from '#protocol/visits.ts'
import type { Agent } from './agent.ts'
import type { DataApi } from './data-api.ts'
import { expect, test } from './story.ts'

const row = (agent: Agent, address: string) => agent.page.locator('.lead-row', { has: agent.lead(address) })

const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]

test('shows the whole state of a door, in the list too', async ({ agent, office }) => {
  await notesVisits(office)
  await agent.opens()
  await agent.press('Walk')
  await expect(row(agent, '10 Mill Road')).toContainText('Not interested. Again from ')
  await expect(row(agent, '8 Mill Road')).toContainText('No answer, 4 times. Again from ')
  await expect(row(agent, '6 Mill Road')).toContainText('Call back on ')
  await expect(row(agent, '2 Mill Road')).toContainText('Do not knock. ')
  await cutsNothing(agent)
  await agent.press('List')
  await agent.field('Search leads').fill('mill road')
  await expect(row(agent, '2 Mill Road')).toContainText('Asked not to be called on')
  await cutsNothing(agent)
})

async function cutsNothing(agent: Agent): Promise<void> {
  for (const viewport of VIEWPORTS) {
    await agent.page.setViewportSize(viewport)
    await expect.poll(() => agent.page.evaluate(cutTexts), `${viewport.width} pixels wide`).toEqual([])
  }
}

test('keeps doors and the head of their street in view in a walk, and aligns names', async ({ agent }) => {
  await agent.opens()
  await expect(agent.leads.first()).toBeVisible()
  await agent.press('Walk')
  await expect(row(agent, '3 Chapel Lane')).toContainText('Odd side')
  const list = agent.page.getByRole('radiogroup', { name: 'Leads' })
  await test.step('begins the names beside the name of a side where the others begin', async () => {
    const edgeOf = (address: string) =>
      row(agent, address)
        .locator('.lead-place')
        .evaluate((name) => name.getBoundingClientRect().left)
    await expect(row(agent, '15 Mill Road')).toContainText('Odd side')
    expect(await edgeOf('15 Mill Road')).toBe(await edgeOf('22 Mill Road'))
    expect(await agent.page.evaluate(cutTexts)).toEqual([])
  })
  await test.step('keeps a door at the bottom in view when it is selected', async () => {
    const address = await list.evaluate(lastWholeDoor)
    await row(agent, address).click()
    await expect(agent.button('No answer')).toBeVisible()
    await expect(row(agent, address)).toBeInViewport({ ratio: 0.95 })
  })
  await test.step('keeps the head of a street in view, above the door that is selected', async () => {
    const head = agent.page.getByRole('heading', { name: /^Chapel Lane/ })
    const address = await list.evaluate(scrollHalfADoorAway)
    await expect.poll(async () => (await topOf(head)) - (await topOf(list))).toBeLessThanOrEqual(1)
    const { height = 0 } = (await head.boundingBox()) ?? {}
    const below = async () => (await topOf(row(agent, address))) - (await topOf(head)) - height
    expect(await below()).toBeLessThan(-10)
    await row(agent, address).click({ position: { x: 200, y: 60 } })
    await expect.poll(below).toBeGreaterThanOrEqual(-1)
  })
})

/** Runs in the page: returns the address of the last door that the list shows completely. */
const lastWholeDoor = (list: Element) => {
  const { bottom } = list.getBoundingClientRect()
  const shown = [...list.querySelectorAll('input')].filter(
    (door) => door.getBoundingClientRect().bottom <= bottom,
  )
  return shown.at(-1)?.getAttribute('aria-label') ?? ''
}

/** Runs in the page: scrolls until half of the second door is under the head of the street. Returns its address. */
const scrollHalfADoorAway = (list: Element) => {
  const door = list.querySelectorAll('input')[1]
  const { top = 0, height = 0 } = door?.getBoundingClientRect() ?? {}
  list.scrollTop += top - list.getBoundingClientRect().top - height / 2
  return door?.getAttribute('aria-label') ?? ''
}

/** Notes visits of another phone on Mill Road that leave the longest states. */
async function notesVisits(office: DataApi): Promise<void> {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const visit = async (
    address: string,
    outcome: Outcome,
    occurred_at: string,
    more: Partial<VisitCall> = {},
  ) => {
    const [lead] = await office.rows(`leads?street_address=eq.${address}&select=id`)
    await office.visits({ lead_id: String(lead?.id), outcome, occurred_at, ...more })
  }
  for (const address of ['10 Mill Road', '100 Mill Road', '15 Mill Road'])
    await visit(address, 'not-interested', ago(1))
  for (const days of [4, 3, 2, 1]) await visit('8 Mill Road', 'no-answer', ago(days))
  const day = { call_back_on: ago(-5).slice(0, 10), call_back_at: '17:30' }
  await visit('6 Mill Road', 'call-back', ago(1), day)
  await visit('2 Mill Road', 'do-not-knock', ago(1))
}

/** Runs in the page: returns the states that are cut off, and the texts that extend beyond their row. */
const cutTexts = () =>
  [...document.querySelectorAll<HTMLElement>('.lead-row')].flatMap((row) =>
    [...row.querySelectorAll<HTMLElement>('p')]
      .filter((text) => {
        const [inside, outside] = [text.getBoundingClientRect(), row.getBoundingClientRect()]
        const isCut = text.id !== '' && text.scrollHeight > text.clientHeight + 1
        return isCut || inside.bottom > outside.bottom || inside.top < outside.top
      })
      .map((text) => text.textContent),
  )
