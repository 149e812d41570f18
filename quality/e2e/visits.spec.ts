import { readFile } from 'node:fs/promises'
import { barriersOn } from './barriers.ts'
import { expect, test } from './story.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('notes a day at the doors offline, and shows it everywhere once online', async ({
  agent,
  page,
  context,
  doorstep,
}) => {
  await agent.getsReadyToGoOffline()
  await context.setOffline(true)
  const addresses = await agent.leads.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? ''),
  )
  const [first = '', second = ''] = addresses
  const visit = page.getByRole('region', { name: 'Visit', exact: true })

  await agent.lead(first).check()
  await visit.getByRole('button', { name: 'No answer' }).click()
  await expect(visit).toContainText('No answer')
  await agent.press('Do not knock')
  await expect(agent.dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  await expect(agent.dialog.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(visit).toContainText('Not visited')
  await agent.press('Add note')
  await expect(agent.field('Note')).toBeFocused()
  await agent.field('Note').fill('Dog in the garden')
  expect(await barriersOn(page)).toEqual([])
  await agent.dialog.getByRole('button', { name: 'Refused' }).click()
  await agent.press('No, leave it')
  await expect(visit).toContainText(/Refused. Try again from /)

  await agent.lead(second).check()
  await visit.getByRole('button', { name: 'Call back' }).focus()
  await page.keyboard.press('Enter')
  await expect(agent.field('Day')).toBeFocused()
  const today = await agent.field('Day').getAttribute('min')
  await agent.field('Day').fill(today ?? '')
  await agent.field('Time').fill('17:30')
  await agent.field('Note').fill('Ask for the keys')
  expect(await barriersOn(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(visit).toContainText(/Call back on .+ at 17:30/)
  await visit.getByRole('button', { name: 'Empty' }).click()
  await visit.getByRole('button', { name: /^Empty.*Show visits$/ }).click()
  await agent.dialog.getByRole('button', { name: 'Take back', description: /^Empty$/ }).click()
  await agent.sees('Empty (taken back)')
  await page.keyboard.press('Escape')
  await expect(visit).toContainText(/Call back on .+ at 17:30/)
  const ofVisit = page.waitForEvent('download')
  await visit.getByRole('button', { name: /^Call back on/ }).click()
  await agent.press(`Calendar file for ${second}`)
  expect((await ofVisit).suggestedFilename()).toBe(`call-back-${today}.ics`)
  await page.keyboard.press('Escape')
  for (const button of await visit.getByRole('button', { name: /^(No answer|Call back|Empty)$/ }).all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  expect(await barriersOn(page)).toEqual([])

  await agent.press('Today (1)')
  await expect(agent.dialog).toContainText('17:30')
  const download = page.waitForEvent('download')
  await agent.press(`Calendar file for ${second}`)
  expect(await readFile(await (await download).path(), 'utf8')).toContain('BEGIN:VEVENT')
  await page.keyboard.press('Escape')

  await context.setOffline(false)
  const ask = async (path: string) =>
    (await page.request.get(doorstep.url + path, { headers: { apikey: 'public-anon-key' } })).json()
  await expect
    .poll(async () =>
      (await ask('/functions/v1/street')).doors.map((door: { state: string }) => door.state).toSorted(),
    )
    .toEqual(['call-back', 'refused'])
  const leads = await ask('/rest/v1/leads?status=eq.contacted&select=id,street_address')
  expect(leads.map(({ street_address }: { street_address: string }) => street_address).toSorted()).toEqual(
    [first, second].toSorted(),
  )
  const { id } = leads.find(({ street_address }: { street_address: string }) => street_address === first)
  const stored = await ask(`/functions/v1/visits?lead_id=${id}`)
  expect(stored).toHaveLength(3)
  expect(stored[0]).toMatchObject({ outcome: 'refused', note: 'Dog in the garden' })

  await page.reload()
  await agent.lead(second).check()
  await visit.getByRole('button', { name: /^Call back on/ }).click()
  await expect(agent.dialog).toContainText('Ask for the keys')
  await expect(agent.dialog).toContainText('This phone')
  expect(await barriersOn(page)).toEqual([])
})

test('shows a visit that the office no longer accepts, until the agent has read it', async ({
  agent,
  page,
}) => {
  await agent.opens()
  await agent.getsReadyToGoOffline()
  await page.evaluate(noteAtGoneDoor)
  await page.reload()
  await agent.press('1 visit not kept')
  await expect(agent.dialog).toContainText('9 Mill Road: Call back')
  await expect(agent.dialog).toContainText('The office no longer has this door')
  await expect(agent.dialog).toContainText('Bring the form')
  expect(await barriersOn(page)).toEqual([])
  await agent.press('Got it')
  await expect(agent.button('1 visit not kept')).toBeHidden()
  await page.reload()
  await expect(agent.button('Check Eligibility')).toBeVisible()
  await expect(agent.button('1 visit not kept')).toBeHidden()
})

/** Runs in the page: notes a visit offline at a lead that has since been deleted. */
const noteAtGoneDoor = () =>
  new Promise<void>((resolve) => {
    const visit = {
      id: crypto.randomUUID(),
      lead_id: crypto.randomUUID(),
      place: '9 Mill Road',
      outcome: 'call-back',
      occurred_at: new Date().toISOString(),
      received_at: null,
      note: 'Bring the form',
      call_back_on: '2099-12-01',
      call_back_at: null,
      phone: null,
      undoes: null,
      isSent: false,
    }
    const opened = indexedDB.open('doorstep')
    opened.onsuccess = () => {
      const database = opened.result
      const transaction = database.transaction('marks', 'readwrite')
      transaction.objectStore('marks').put(JSON.stringify([visit]), 'own-visits')
      transaction.oncomplete = () => {
        database.close()
        resolve()
      }
    }
  })
