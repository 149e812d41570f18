import type { Browser, Page } from '@playwright/test'
import { middleOf, type Place } from './moves.ts'

/** A task of the page's main thread, in ms: from its beginning to its end, and the processor time in that. */
export type Task = { took: number; worked: number }

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', '__metadata']

/**
 * Returns the main thread's tasks while `move` moves a part of the page. Their processor time, unlike the duration that
 * the page could measure itself, does not grow when the machine has other work; the slow-down of the processor counts in
 * it. What the page does not cause is out of the way before: the driver's scripts are in the page once it has found
 * the part, and what loading left behind is collected, which the browser would do some seconds later.
 */
export async function tasksWhile(
  browser: Browser,
  page: Page,
  part: string,
  move: (page: Page, at: Place) => Promise<void>,
): Promise<Task[]> {
  const at = await middleOf(page, part)
  await page.requestGC()
  await browser.startTracing(page, { categories: CATEGORIES })
  await move(page, at)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const threads = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return traceEvents
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && threads.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ took: dur / 1_000, worked: tdur / 1_000 }))
}
