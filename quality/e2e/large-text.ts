import type { Page } from '@playwright/test'
import { expect } from './story.ts'

/** The part of the screen that the agreement must be able to fill. */
const AGREEMENT_SHARE = 0.45
/** The part of the screen that the bar of step 1 may take from the leads, and the part that must be left to them. */
const BAR_SHARE = 0.35
const LEADS_SHARE = 0.3
const USUAL_FONT_SIZE = 16

/** Texts as an agent may set them on the phone. */
const TEXTS = [
  { name: 'wide text spacing', fontSize: 16, isSpaced: true },
  { name: 'text of 20 pixels', fontSize: 20, isSpaced: false },
  { name: 'text of 24 pixels', fontSize: 24, isSpaced: false },
  { name: 'text of 32 pixels', fontSize: 32, isSpaced: false },
]

/** Runs in the page: sets or removes the text spacing of WCAG 1.4.12. The policy forbids inline style sheets. */
function spaceText(isSpaced: boolean): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = isSpaced ? [sheet] : []
}

/** Returns a check that a screen with large text or wide spacing cuts no text and leaves enough room. */
export async function largeTextCheck(page: Page): Promise<(screen: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  // Unlike a size set by a style sheet, this one affects media queries too.
  const setText = async (standard: number, isSpaced: boolean) => {
    await session.send('Page.setFontSizes', { fontSizes: { standard } })
    await page.evaluate(spaceText, isSpaced)
    // The list measures its rows again in the next frame.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
  }
  return async (screen) => {
    for (const { name, fontSize, isSpaced } of TEXTS) {
      await setText(fontSize, isSpaced)
      const where = `${screen}, ${name}`
      expect.soft(await page.evaluate(cutTexts), where).toEqual([])
      expect.soft(await page.evaluate(sidewaysBy), where).toBeLessThanOrEqual(0)
      if (screen === 'leads' && !isSpaced) await leavesRoomForLeads(page, where)
      if (screen === 'contract')
        expect.soft(await agreementShare(page), where).toBeGreaterThan(AGREEMENT_SHARE)
    }
    await setText(USUAL_FONT_SIZE, false)
    if (screen === 'leads') await leavesRoomForLeads(page, 'leads, usual text')
  }
}

async function leavesRoomForLeads(page: Page, where: string): Promise<void> {
  const shares = await page.evaluate(sharesOfStep1)
  expect.soft(shares.bar, where).toBeLessThanOrEqual(BAR_SHARE)
  expect.soft(shares.leads, where).toBeGreaterThanOrEqual(LEADS_SHARE)
}

/** Runs in the page: scrolls to the leads and returns the parts of the screen that the bar and they fill. */
function sharesOfStep1(): { bar: number; leads: number } {
  const seen = (element: Element | null, limit: number) => {
    const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    return Math.max(0, Math.min(bottom, limit) - Math.max(top, 0)) / innerHeight
  }
  const leads = document.querySelector('[role=radiogroup]')
  leads?.scrollIntoView({ block: 'start' })
  const bar = document.querySelector('aside')
  return {
    bar: seen(bar, innerHeight),
    leads: seen(leads, Math.min(bar?.getBoundingClientRect().top ?? 0, innerHeight)),
  }
}

/** Returns how much of the screen the agreement fills once it is scrolled into view. */
async function agreementShare(page: Page): Promise<number> {
  return page.getByRole('article').evaluate((article) => {
    article.scrollIntoView({ block: 'start' })
    const { top, bottom } = article.getBoundingClientRect()
    const bar = document.querySelector('aside')?.getBoundingClientRect().top ?? innerHeight
    return (Math.min(bottom, bar, innerHeight) - Math.max(top, 0)) / innerHeight
  })
}

/** Runs in the page: returns by how many pixels the page scrolls sideways. */
const sidewaysBy = () => document.documentElement.scrollWidth - innerWidth

/**
 * Runs in the page: returns the texts that extend beyond the screen, over a neighbour, or beyond the box that holds
 * them: a control, a row, or any element that hides its overflow. Ignores text for screen readers, and text clamped to
 * a number of lines.
 */
function cutTexts(): string[] {
  const HOLDERS = 'button, a, label, li, dt, dd, [role=tab], .lead-row, dialog'
  const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const texts = document.createTreeWalker(open, NodeFilter.SHOW_TEXT)
  const found = new Set<string>()
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    const text = texts.currentNode.textContent?.trim()
    if (
      !parent ||
      !text ||
      !parent.checkVisibility() ||
      parent.closest('.sr-only, .max-sm\\:sr-only, option, pre, svg, style')
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const { left, right, top, bottom, width } = range.getBoundingClientRect()
    if (width === 0) continue
    const isOffScreen = (left < -1 || right > innerWidth + 1) && !parent.closest('[role=tablist]')
    if (isOffScreen) found.add(`${text.slice(0, 40)} off the screen`)
    let block = parent
    while (block.parentElement && getComputedStyle(block).display === 'inline') block = block.parentElement
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(box)
      if (webkitLineClamp !== 'none') break
      const edge = box.getBoundingClientRect()
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const holds = box.matches(HOLDERS)
      const isTooWide =
        (hides(overflowX) || holds || box === block) && (left < edge.left - 2 || right > edge.right + 2)
      const isTooHigh = (hides(overflowY) || holds) && (top < edge.top - 3 || bottom > edge.bottom + 3)
      if (isTooWide || isTooHigh)
        found.add(`${text.slice(0, 40)} in ${box.tagName} ${box.className}`.slice(0, 120))
      if (isTooWide || isTooHigh || /auto|scroll/.test(overflowX + overflowY)) break
    }
  }
  return [...found]
}
