import type { SigningRecord } from '#domain/evidence/evidence.ts'
import { agreementOf, evidenceWith } from '#domain/testing/agreements.ts'
import { expect, test } from './story.ts'

const AGREEMENT = 'ab'.repeat(32)
const SIGNING: SigningRecord = {
  token: 't'.repeat(22),
  agreement: agreementOf(),
  evidence: evidenceWith({ agreement_sha256: AGREEMENT }),
}
const ADDRESS = `https://sales.example/copy#${SIGNING.token}.${Buffer.from(AGREEMENT, 'hex').toString('base64url')}`

test('shows the code of a signed sale', async ({ agent, page }) => {
  await agent.opens()
  await agent.syncsLeads()
  await agent.sells('Standard Fiber')
  await page.evaluate(addSigning, SIGNING)
  await page.reload()
  const copy = page.getByRole('region', { name: "The customer's copy" })
  await expect(copy.getByRole('img', { name: "Code for the customer's copy" })).toBeVisible()
  await expect(copy.getByRole('link', { name: "Open the customer's copy" })).toHaveAttribute('href', ADDRESS)
  await expect(copy).toContainText('You can cancel until the end of ')
  await expect(copy).toContainText('Give the customer the paper copy.')
})

/** Runs in the page: adds what a phone records of the signing to the sale that it has stored. */
async function addSigning(signing: SigningRecord): Promise<void> {
  const opening = indexedDB.open('doorstep')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const sales = opening.result.transaction('sales', 'readwrite').objectStore('sales')
  const stored = sales.getAll()
  await new Promise((resolve) => stored.addEventListener('success', resolve))
  const [sale] = stored.result
  const put = sales.put({ ...sale, signing })
  await new Promise((resolve) => put.addEventListener('success', resolve))
  opening.result.close()
}
