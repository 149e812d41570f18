import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './story.ts'

const LIBRARY = 'node_modules/@supabase/supabase-js/dist/umd/supabase.js'

/** A page of another company, on its own server: it shows leads that were contacted, by the official client. */
const pageAbout = (doorstep: string) => `<!doctype html><title>Contacted</title><ol></ol><output></output>
<script src="/library.js"></script>
<script>
  const client = supabase.createClient('${doorstep}', 'public-anon-key')
  const show = (lead) => document.querySelector('ol').append(
    Object.assign(document.createElement('li'), { textContent: lead.street_address + ': ' + lead.status }))
  client
    .channel('leads')
    .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'leads', filter: 'status=eq.contacted' },
      (change) => show(change.new))
    .subscribe((status) => { document.querySelector('output').textContent += status + ' ' })
</script>`

test("shows a colleague's change on a page with the official client, also after a restart", async ({
  page,
  office,
  doorstep,
}) => {
  // A real server: the browser lets no page that Playwright made up open a socket to this machine.
  const company = createServer((request, response) => {
    const isPage = request.url === '/'
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
    response.end(isPage ? pageAbout(doorstep.url) : readFileSync(LIBRARY))
  })
  await new Promise<void>((resolve) => company.listen(0, '127.0.0.1', resolve))
  await office.syncsLeads()
  const [first, second] = await office.rows('leads?select=id,street_address&order=id&limit=2')
  await page.goto(`http://127.0.0.1:${(company.address() as AddressInfo).port}`)
  await expect(page.locator('output')).toHaveText('SUBSCRIBED ')

  await office.changes(`leads?id=eq.${second?.id}`, { status: 'qualified' })
  await office.changes(`leads?id=eq.${first?.id}`, { status: 'contacted' })
  await expect(page.locator('li')).toHaveText([`${first?.street_address}: contacted`])

  await doorstep.restart()
  await expect(page.locator('output')).toHaveText(/^SUBSCRIBED (CHANNEL_ERROR )+SUBSCRIBED $/)
  await office.changes(`leads?id=eq.${second?.id}`, { status: 'contacted' })
  await expect(page.locator('li')).toHaveText([
    `${first?.street_address}: contacted`,
    `${second?.street_address}: contacted`,
  ])
  company.close()
})
