import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Lead } from '#domain/lead/lead.ts'
import { startMortalBrowser } from '../storms/phone/mortal-browser.ts'
import { buildPageScript } from '../storms/phone/page-script.ts'
import { leadsFor, type PlannedSale, planSales } from '../storms/phone/plan.ts'
import { createEmbedded } from './harness/databases.ts'
import { startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median, quantile, ratio } from './harness/rounds.ts'

/**
 * How long does a phone take to write a signed sale durably, and to send 200 of them that wait, beside the same requests
 * without an outbox? The phone is not slowed down; its line is the machine's own.
 */
const SALES = 200
const ROUNDS = 2
const SIGNATURE = 'A'.repeat(20_000)

const data = await createEmbedded(leadsFor(SALES))
const doorstep = await startDoorstep(data.env)
const headers = { apikey: 'public-anon-key' }
const leads = (await (await fetch(`${doorstep.url}/rest/v1/leads?select=*`, { headers })).json()) as Lead[]
// A profile on the disk: any other keeps its database in memory, where nothing is durable.
const profile = mkdtempSync(path.join(os.tmpdir(), 'doorstep-bench-'))
const browser = await startMortalBrowser(profile)
const page = await browser.context.newPage()
await page.goto(`${doorstep.url}/healthz`)
await page.evaluate(await buildPageScript('outbox'))
let turn = 0
const writes: number[] = []

/** Sales that can be sent: signed with an ink of normal size, and nothing that the server would refuse. */
function planSendable(): PlannedSale[] {
  turn += 1
  return planSales(turn, SALES, turn, leads).map((sale) => ({
    ...sale,
    badEmail: null,
    png: `data:image/png;base64,${SIGNATURE}`,
    jpeg: `data:image/jpeg;base64,${SIGNATURE}`,
  }))
}

async function measure(sending: 'drain' | 'sendBare'): Promise<number> {
  writes.push(...(await page.evaluate<number[]>(`fill(${JSON.stringify(planSendable())})`)))
  return page.evaluate<number>(`${sending}()`)
}

const { own, bare } = await alternate(
  { own: () => measure('drain'), bare: () => measure('sendBare') },
  ROUNDS,
)
await browser.kill()
rmSync(profile, { recursive: true, force: true })
await doorstep.stop()
await data.remove()

const perSecond = (timesMs: readonly number[]) => (SALES * 1000) / median(timesMs)
report(
  'outbox',
  `signed sales on the phone, ${SALES} of them sent beside the same requests without an outbox`,
  [
    { what: 'a signed sale and its calls, durable', value: median(writes), unit: 'ms' },
    { what: 'the same, 99th percentile', value: quantile(writes, 0.99), unit: 'ms' },
    { what: 'sales sent by the outbox', value: perSecond(own), unit: '/s' },
    { what: 'sales sent bare', value: perSecond(bare), unit: '/s' },
    { what: 'time of the outbox to that of the bare requests', value: ratio(own, bare), unit: 'times' },
  ],
)
