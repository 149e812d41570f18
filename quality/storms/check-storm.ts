import type { GoHighLevelDouble } from '#crm/gohighlevel/double/go-high-level-double.ts'
import { PROGRESS_STEPS } from '#protocol/functions.ts'
import type { Taken } from './faulty-receiver.ts'
import type { SaleToMake } from './plain-phone.ts'

type After = {
  url: string
  sales: readonly SaleToMake[]
  double: GoHighLevelDouble
  /** The number of contacts before the storm. */
  contacts: number
  taken: readonly Taken[]
}

type Stored = {
  session_id: string
  status: string
  lead_id: string
  ghl_opportunity_id: string | null
  customer_name: string
}

/** Returns a sentence for each mistake after the storm: sales lost or doubled here, in the CRM or at the receiver. */
export async function findWrongs({ url, sales, double, contacts, taken }: After): Promise<string[]> {
  const stored = await readStored(url)
  const living = double.opportunities().filter(({ status }) => status !== 'abandoned')
  const wrongs: string[] = []
  const claim = (holds: boolean, wrong: string) => void (holds || wrongs.push(wrong))

  claim(stored.length === sales.length, `There are ${stored.length} sales instead of ${sales.length}.`)
  claim(
    living.length === sales.length,
    `There are ${living.length} opportunities instead of ${sales.length}.`,
  )
  claim(
    double.contacts().length === contacts,
    `There are ${double.contacts().length} contacts instead of ${contacts}.`,
  )
  claim(
    new Set(living.map(({ contactId }) => contactId)).size === living.length,
    'A contact has more than one opportunity.',
  )
  const bySession = Map.groupBy(living, ({ fields }) => String(fields['opportunity.session_id']))
  const here = new Map(stored.map((sale) => [sale.session_id, sale]))
  for (const { sessionId, leads, name } of sales) {
    const sale = here.get(sessionId)
    const held = bySession.get(sessionId) ?? []
    claim(sale?.status === 'closed-won', `${sessionId} is ${sale?.status ?? 'lost'}.`)
    claim(
      sale?.lead_id === leads.at(-1) && sale?.customer_name === name,
      `${sessionId} is not what was sold.`,
    )
    claim(held.length === 1, `${sessionId} has ${held.length} opportunities.`)
    claim(held[0]?.status === 'won', `The opportunity of ${sessionId} is ${held[0]?.status}.`)
    claim(held[0]?.id === sale?.ghl_opportunity_id, `${sessionId} does not know its opportunity.`)
    wrongs.push(...wrongReports(sessionId, taken))
  }
  return wrongs
}

/**
 * Returns what is wrong with a sale's reports: each step must arrive at least once, under one id, and first in the
 * order of the steps.
 */
function wrongReports(sessionId: string, taken: readonly Taken[]): string[] {
  const mine = taken.filter((report) => report.sessionId === sessionId)
  const steps = [...new Set(mine.map(({ step }) => step))]
  const ids = new Set(mine.map(({ id }) => id))
  const wrongs: string[] = []
  if (steps.join() !== PROGRESS_STEPS.join())
    wrongs.push(`The reports of ${sessionId} were: ${steps.join(', ')}.`)
  if (ids.size !== steps.length) wrongs.push(`The reports of ${sessionId} came under ${ids.size} ids.`)
  return wrongs
}

async function readStored(url: string): Promise<Stored[]> {
  const stored: Stored[] = []
  for (;;) {
    const columns = 'session_id,status,lead_id,ghl_opportunity_id,customer_name'
    const page = `select=${columns}&order=session_id&limit=1000&offset=${stored.length}`
    const answer = await fetch(`${url}/rest/v1/opportunities?${page}`, {
      headers: { apikey: 'public-anon-key' },
    })
    const rows = (await answer.json()) as Stored[]
    stored.push(...rows)
    if (rows.length < 1000) return stored
  }
}
