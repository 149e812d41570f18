import { type OtherSite, serveSite } from './other-site.ts'
import { test as base, expect } from './story.ts'

/** Another company's page: it shows contacted leads, through the official client. */
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

type Company = OtherSite & { follows(doorstep: string): void }

const test = base.extend<{ company: Company }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  company: async ({}, use) => {
    let page = ''
    const site = await serveSite(() => page)
    await use({
      ...site,
      follows(doorstep) {
        page = pageAbout(doorstep)
      },
    })
    site.close()
  },
  env: async ({ company }, use) => use({ CORS_ORIGINS: company.url }),
})

test("shows a colleague's change on a page with the official client, even after a restart", async ({
  page,
  office,
  doorstep,
  company,
}) => {
  const [first, second] = await office.rows('leads?select=id,street_address&order=id&limit=2')
  company.follows(doorstep.url)
  await page.goto(company.url)
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
})
