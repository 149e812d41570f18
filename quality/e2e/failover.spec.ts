import { type ReplicatedPostgres, startReplicatedPostgres } from '../storms/cluster/replicated-postgres.ts'
import { expect, test } from './story.ts'

const SIGNED =
  'session_id,status,lead_id,customer_name,customer_email,customer_phone,customer_location,customer_id_number,' +
  'service_package_id,total_value,customer_discount,voucher_amount,contract_signature,contract_timestamp'

const testWithLaggingStandby = test.extend<{ postgres: ReplicatedPostgres }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  postgres: async ({}, use) => {
    const postgres = await startReplicatedPostgres()
    await use(postgres)
    await postgres.stop()
  },
  databaseUrl: async ({ postgres }, use) => use(postgres.url),
})

testWithLaggingStandby(
  'sends sales again if the standby that takes over lacks them',
  async ({ agent, office, postgres }) => {
    test.slow()
    const sales = () => office.rows(`opportunities?order=created_at&select=${SIGNED}`)
    const rowIds = async () =>
      (await office.rows('opportunities?order=created_at&select=id')).map(({ id }) => id)
    await office.syncsLeads()
    await agent.startsSale()
    await expect.poll(sales).toMatchObject([{ status: 'open' }])
    await postgres.leaveStandbyBehind()
    await agent.choosesPackage('Premium Fiber')
    await agent.confirmsCustomer()
    await agent.signs()
    await agent.submits()
    await agent.sees('Order submitted')
    await agent.press('Start New Sale')
    await agent.page.getByLabel('Status').selectOption('New')
    await agent.sells('Standard Fiber')
    await agent.sees('Order submitted')
    const acknowledged = await sales()
    expect(acknowledged).toMatchObject([{ status: 'closed-won' }, { status: 'closed-won' }])
    const [begunBefore, missingAtStandby] = await rowIds()

    await postgres.failOver()
    await expect(async () => expect(await sales()).toEqual(acknowledged)).toPass()
    expect(await rowIds()).toEqual([begunBefore, expect.not.stringMatching(String(missingAtStandby))])
    await agent.press('My Opportunities')
    await expect(agent.page.getByRole('tab', { name: 'Won 2' })).toBeVisible()
    await agent.opensTicks()
    await agent.sees(/^On the server since .+, receipt checked$/)
    await agent.sees(/^In the CRM since/)
  },
)
