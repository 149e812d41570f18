import { expect, onEmbeddedDatabase, test } from './story.ts'

test.use(onEmbeddedDatabase)

const SUBMITTED = 'Order submitted'

test('sends the sale again if the server returns from a backup made before it', async ({
  agent,
  doorstep,
  office,
}) => {
  test.slow()
  await doorstep.backUp()
  await office.syncsLeads()
  await agent.reachesContract()
  await agent.signs()
  await agent.submits()
  await agent.sees(SUBMITTED)
  const [sale] = await office.rows('opportunities?select=session_id')
  const documents = () => office.documents(String(sale?.session_id))
  await expect.poll(documents).toHaveLength(1)
  const [sealed] = await documents()
  await doorstep.restoreBackup()
  expect(await office.rows('opportunities')).toEqual([])

  await agent.page.reload()
  await agent.seesStep(5)
  await expect
    .poll(() => office.rows('opportunities?select=status,lead_id'))
    .toEqual([{ status: 'closed-won', lead_id: null }])
  await agent.sees(SUBMITTED)
  // The phone's receipt restores the time at which the server first had the evidence, so the document has the same
  // bytes.
  await expect.poll(documents).toMatchObject([{ version: 1, pdf_sha256: sealed?.pdf_sha256 }])
})

test('completes the sale if the server returns from a backup before the signature, and again after it', async ({
  agent,
  doorstep,
  office,
}) => {
  test.slow()
  const stored = () =>
    office.rows('opportunities?select=status,customer_email,service_package_id,contract_signature')
  await office.syncsLeads()
  await agent.startsSale()
  await expect.poll(stored).toMatchObject([{ status: 'open', service_package_id: null }])
  await doorstep.backUp()
  await agent.choosesPackage('Premium Fiber')
  await agent.confirmsCustomer()
  await expect.poll(stored).toMatchObject([{ customer_email: expect.any(String) }])
  const [entered] = await stored()
  await doorstep.restoreBackup()
  await agent.signs()
  await agent.submits()
  await agent.sees(SUBMITTED)
  const signed = await stored()
  expect(signed).toEqual([{ ...entered, status: 'closed-won', contract_signature: expect.any(String) }])

  await test.step('sends the rest again after the signature', async () => {
    await doorstep.restoreBackup()
    await expect.poll(stored).toEqual(signed)
    await agent.sees(SUBMITTED)
  })
})
