import type { Browser, Page } from '@playwright/test'
import { middleOf, type Place } from './moves.ts'

/** A task of the page's main thread, in ms: from beginning to end, and its processor time. */
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
 * Returns the main thread's tasks while `move` moves a part of the page. Their processor time does not grow if the
 * machine has other work, unlike the duration that the page could measure itself; the slow-down of the processor counts
 * in it. Work that the page does not cause is done beforehand: finding the part brings the driver's scripts into the
 * page, and garbage from loading is collected, which the browser would otherwise do some seconds later.
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
