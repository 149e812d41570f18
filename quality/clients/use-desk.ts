import type { Browser, Page } from '@playwright/test'
import { OFFICE_COLUMNS } from '#domain/opportunity/opportunity.ts'
import { type Comparable, comparable } from '#server/postgrest/differential/comparable.ts'

/** The final lists of the stranger's app, and the answers that it got from the tables. */
export type DeskUsed = {
  lists: string[]
  /** The last answer to each read. */
  reads: Record<string, unknown>
  /** The answers to the writes, in order. */
  writes: unknown[]
}

/** Columns that each backend sets itself when it writes a row, or that Doorstep adds when it writes a sale. */
const OWN_COLUMNS: readonly string[] = [
  'id',
  'created_at',
  'received_at',
  'closed_by',
  'area',
  ...OFFICE_COLUMNS,
]

/** Lists, sells and takes notes in the app at `url`, without the functions, and closes it. */
export async function useDesk(browser: Browser, url: string): Promise<DeskUsed> {
  const page = await browser.newPage()
  const answers = collectAnswers(page)
  await page.route('**/functions/v1/**', (route) => route.abort())
  await page.goto(url)
  await line(page, 'Leads', '1 High Street').waitFor()
  await page.getByRole('button', { name: 'Sell to 1 High Street' }).click()
  await line(page, 'Leads', '1 High Street, AB1 2CD: £1500, contacted').waitFor()
  for (const [step, after] of STEPS) {
    const sale = line(page, 'Sales', '1 High Street')
    await sale.getByRole('button', { name: step }).click()
    await line(page, 'Sales', after).waitFor()
  }
  await line(page, 'Leads', '1 High Street, AB1 2CD: £1500, closed-won').waitFor()
  const lists = await page.getByRole('listitem').allInnerTexts()
  await page.close()
  return { lists, ...(await answers()) }
}

const STEPS = [
  ['Note', 'open, Ring first'],
  ['Choose package', 'qualified, 1294, Ring first'],
  ['Enter customer', 'qualified, Ann Lee, 1294, Ring first'],
  ['Sign', 'closed-won, Ann Lee, 1294, Ring first'],
] as const

const line = (page: Page, list: string, text: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text }).first()

function collectAnswers(page: Page) {
  const reads: Record<string, unknown> = {}
  const writes: unknown[] = []
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    const method = response.request().method()
    if (!pathname.startsWith('/rest/v1/') || method === 'OPTIONS') return
    const call = `${method} ${pathname}${search}`
    const at = method === 'GET' ? undefined : writes.push(call) - 1
    const read = async () => {
      const plain = { status: response.status(), headers: response.headers(), text: await response.text() }
      const answer = withoutOwn(comparable(plain))
      if (at === undefined) reads[call] = answer
      else writes[at] = { call, answer }
    }
    reading.push(read().catch(() => {}))
  })
  return async () => {
    await Promise.all(reading)
    return { reads, writes }
  }
}

function withoutOwn(answer: Comparable): unknown {
  if (!('body' in answer) || !Array.isArray(answer.body)) return answer
  const rows = answer.body as Record<string, unknown>[]
  const isShared = ([column]: [string, unknown]) => !OWN_COLUMNS.includes(column)
  return { ...answer, body: rows.map((row) => Object.fromEntries(Object.entries(row).filter(isShared))) }
}
