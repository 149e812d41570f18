import type { Agent } from './agent.ts'
import { expect, test } from './story.ts'

/**
 * A screen with little height has room for one toast: in the head of a phone on its side, or at the top of a zoomed
 * one.
 */
const SIZES = [
  { width: 195, height: 422 },
  { width: 260, height: 562 },
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
]

test('covers no control of any step with a toast, and shows a failure instead of good news', async ({
  agent,
}) => {
  await agent.page.clock.install()
  await agent.opens()
  await expect(agent.leads.first()).toBeVisible()
  // The paused clock would hold back the frame before a script that has not loaded yet.
  await agent.hasWholeApp()
  // Toasts stay up while the clock is paused.
  await agent.page.clock.pauseAt(Date.now() + 3_600_000)

  await agent.page.route('**/functions/v1/ghl-sync*', (route) => route.abort())
  await agent.press('Continue with Lead')
  await agent.sees(/^Lead required/)
  await agent.press('Sync GHL')
  await agent.sees(/^Lead sync failed/)
  await coversNothing(agent, 'leads')
  await showsBothOnlyIfHighEnough(agent, /^Lead required/)

  await agent.leads.first().check()
  await agent.press('Continue with Lead')
  await agent.seesStep(2)
  await agent.press('Continue to Contract')
  await agent.sees(/^Please select a package/)
  await coversNothing(agent, 'package')

  await agent.choosesPackage('Standard Fiber')
  await agent.sees('Details pre-filled')
  await coversNothing(agent, 'customer, with good news')
  await agent.press('Continue')
  await agent.sees(/^Missing information/)
  await expect(agent.page.getByText('Details pre-filled')).toBeHidden()
  await coversNothing(agent, 'customer')

  await agent.confirmsCustomer()
  await agent.press('Submit Order')
  await agent.sees(/^Signature required/)
  await coversNothing(agent, 'contract')
})

/** On a low screen, the earlier of two toasts is hidden, so that the list stays in view. */
async function showsBothOnlyIfHighEnough({ page }: Agent, earlier: RegExp): Promise<void> {
  const toast = page.locator('.toast').filter({ hasText: earlier })
  await page.setViewportSize({ width: 360, height: 640 })
  await expect(toast).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(toast).toBeVisible()
}

/** Checks, at every size, that each control can be hit while it has the focus. */
async function coversNothing({ page }: Agent, step: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect
      .soft(await page.evaluate(coveredControls), `${step} at ${size.width} by ${size.height}`)
      .toEqual([])
  }
}

/** Runs in the page: returns the controls that have one of three points under a toast. */
function coveredControls(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href]')]
  const reachable = controls.filter(
    (control) => control.tabIndex >= 0 && control.checkVisibility() && !control.closest('.toast'),
  )
  return reachable.flatMap((control) => {
    control.focus()
    control.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = control.getBoundingClientRect()
    const isCovered = [0.1, 0.5, 0.9].some((part) =>
      document.elementFromPoint(left + width * part, top + height / 2)?.closest('.toast'),
    )
    return isCovered ? [control.getAttribute('aria-label') ?? control.textContent ?? control.id] : []
  })
}
