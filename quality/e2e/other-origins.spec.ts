import type { Page } from '@playwright/test'
import { type OtherSite, serveSite } from './other-site.ts'
import { test as base, expect } from './story.ts'

/** The official client on a page that has loaded `/library.js`. */
declare const supabase: typeof import('@supabase/supabase-js')

const PAGE = '<!doctype html><title>Elsewhere</title><script src="/library.js"></script>'

const site = async (use: (site: OtherSite) => Promise<void>) => {
  const served = await serveSite(() => PAGE)
  await use(served)
  served.close()
}

const test = base.extend<{ allowed: OtherSite; stranger: OtherSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  allowed: ({}, use) => site(use),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  stranger: ({}, use) => site(use),
  env: async ({ allowed }, use) => use({ CORS_ORIGINS: `https://app.example, ${allowed.url}` }),
})

/** Calls Doorstep from the page in every way that the official client has. Returns what the page could see. */
function callFrom(page: Page, doorstep: string) {
  return page.evaluate(async (url) => {
    const client = supabase.createClient(url, 'public-anon-key')
    const list = await client.from('leads').select('id', { count: 'exact' }).range(0, 1)
    const sale = { session_id: 'sale_1_elsewhere', status: 'open' }
    const created = await client.from('opportunities').insert(sale).select('session_id')
    const change = { status: 'qualified' }
    const changed = await client.from('opportunities').update(change).eq('session_id', sale.session_id)
    const pull = await client.functions.invoke('ghl-sync?endpoint=sync-status', { method: 'GET' })
    const wrongKey = await supabase.createClient(url, 'wrong').from('leads').select()
    const subscribed = await new Promise<string>((resolve) => {
      client
        .channel('leads')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'leads' }, () => {})
        .subscribe((status) => resolve(status))
    })
    const streamed = await new Promise<string>((resolve) => {
      const stream = new EventSource(`${url}/realtime/v1/changes?apikey=public-anon-key`)
      stream.addEventListener('ready', () => resolve('ready'))
      stream.addEventListener('error', () => resolve('error'))
    })
    return {
      count: list.count,
      created: created.status,
      changed: changed.status,
      functionFailed: pull.error !== null,
      wrongKey: wrongKey.status,
      subscribed,
      streamed,
    }
  }, doorstep)
}

test('serves a page of an origin that CORS_ORIGINS names', async ({ page, doorstep, allowed }) => {
  await page.goto(allowed.url)
  expect(await callFrom(page, doorstep.url)).toEqual({
    count: 40,
    created: 201,
    changed: 204,
    functionFailed: false,
    wrongKey: 401,
    subscribed: 'SUBSCRIBED',
    streamed: 'ready',
  })
})

test('gives nothing to a page of any other origin', async ({ page, office, doorstep, stranger }) => {
  await page.goto(stranger.url)
  expect(await callFrom(page, doorstep.url)).toEqual({
    count: null,
    created: 0,
    changed: 0,
    functionFailed: true,
    wrongKey: 0,
    subscribed: 'CHANNEL_ERROR',
    streamed: 'error',
  })
  expect(await office.rows('opportunities')).toEqual([])
})
