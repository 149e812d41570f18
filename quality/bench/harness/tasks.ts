import type { Browser, Page } from '@playwright/test'

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
 * Returns the main thread's tasks while `act` runs. Their processor time, unlike the duration that the page could measure
 * itself, does not grow when the machine has other work; the slow-down of the processor counts in it.
 */
export async function tasksWhile(browser: Browser, page: Page, act: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
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
