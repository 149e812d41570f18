import { test } from './story.ts'
test.use({ viewport: { width: 195, height: 422 } })
test('probe', async ({ agent, office }) => {
  await office.syncsLeads()
  await agent.opens('/admin/ghl')
  await agent.press('Run diagnostics')
  await agent.sees('Diagnostics completed')
  const wide = () => agent.page.evaluate(() => [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 196 || e.scrollWidth > e.clientWidth + 1).map(e => e.tagName + ' ' + e.className.toString().slice(0,90) + ' ' + Math.round(e.getBoundingClientRect().right) + ' ' + (e.textContent ?? '').slice(0,30)))
  console.log(await wide())
})
