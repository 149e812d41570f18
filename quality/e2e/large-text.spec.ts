import { type Browser, chromium, type Page } from '@playwright/test'
import { Agent } from './agent.ts'
import { expect, test } from './story.ts'
import { walkThroughSale } from './walk.ts'

const PHONE = { width: 390, height: 844 }
/** The part of the screen that the agreement must be able to fill. */
const AGREEMENT_SHARE = 0.45
/** The part of the screen that the bar of step 1 may take from the leads, and the part that is left to them. */
const BAR_SHARE = 0.35
const LEADS_SHARE = 0.3

/** The text spacing of WCAG 1.4.12. Its style sheet is constructed, because the policy forbids inline ones. */
function spaceText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = [sheet]
}

for (const { name, fontSize, isSpaced } of [
  { name: 'text of 20 pixels', fontSize: 20, isSpaced: false },
  { name: 'text of 24 pixels', fontSize: 24, isSpaced: false },
  { name: 'text of 32 pixels', fontSize: 32, isSpaced: false },
  { name: 'wide text spacing', fontSize: 16, isSpaced: true },
])
  test(`cuts no text and never scrolls sideways with ${name}`, async ({ baseURL }) => {
    test.slow()
    const browser = await openBrowser(fontSize)
    const page = await browser.newPage({ ...(baseURL && { baseURL }), viewport: PHONE, hasTouch: true })
    if (isSpaced) await page.addInitScript(spaceText)
    await walkThroughSale(new Agent(page), async (screen) => {
      expect.soft(await page.evaluate(cutTexts), screen).toEqual([])
      expect.soft(await page.evaluate(sidewaysBy), screen).toBeLessThanOrEqual(0)
      if (screen === 'contract') expect.soft(await agreementShare(page)).toBeGreaterThan(AGREEMENT_SHARE)
    })
    await browser.close()
  })

for (const fontSize of [20, 24, 32])
  test(`leaves room for the leads once one is selected, with text of ${fontSize} pixels`, async ({
    baseURL,
    office,
  }) => {
    await office.syncsLeads()
    const browser = await openBrowser(fontSize)
    const page = await browser.newPage({ ...(baseURL && { baseURL }), viewport: PHONE, hasTouch: true })
    const agent = new Agent(page)
    await agent.opens()
    await agent.leads.first().check()
    await expect(agent.button('Do not knock')).toBeVisible()
    const shares = await page.evaluate(sharesOfStep1)
    expect(shares.bar).toBeLessThanOrEqual(BAR_SHARE)
    expect(shares.leads).toBeGreaterThanOrEqual(LEADS_SHARE)
    await browser.close()
  })

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

/** Starts a browser with this default font size, which media queries follow too, unlike a size set by a style sheet. */
function openBrowser(fontSize: number): Promise<Browser> {
  const { CHROMIUM_PATH } = process.env
  return chromium.launch({
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
    args: ['--disable-gpu', `--blink-settings=defaultFontSize=${fontSize}`],
  })
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

/** Runs in the page: returns by how many pixels it scrolls sideways. */
const sidewaysBy = () => document.documentElement.scrollWidth - innerWidth

/**
 * Runs in the page: returns the texts that reach off the screen, over a neighbour, or out of the box that holds them: a
 * control, a row, or whatever hides its overflow. Not meant: text for screen readers, and what is clamped to a number of lines.
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
