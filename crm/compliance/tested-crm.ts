import type { Crm, CrmLead, CrmResult, CrmSale } from '../port.ts'
import { openSale } from '../sale.testing.ts'

/** A CRM to test. It must have at least thirty leads. */
export type CrmUnderTest = {
  crm: Crm
  /** Returns the open and won opportunities of a contact, read directly instead of through the port. */
  livingOpportunities(contactId: string): Promise<LivingOpportunity[]>
  close(): Promise<void>
}
type LivingOpportunity = { id: string; status: 'open' | 'won'; sessionId: string; value: number }

/** The CRM and what its tests share. */
export type TestedCrm = Pick<CrmUnderTest, 'crm' | 'livingOpportunities'> & {
  /** All leads as they were before the first test. */
  leads: readonly CrmLead[]
  /** Returns the contact of a lead that no test has used yet. */
  freshContact(): string
  /** Returns the id of the sale's opportunity. */
  create(sale: CrmSale): Promise<string>
}

/** Pulls the leads and returns what the tests share. */
export async function prepareTests({ crm, livingOpportunities }: CrmUnderTest): Promise<TestedCrm> {
  const leads = await pullAll(crm)
  let nextLead = 0
  return {
    crm,
    livingOpportunities,
    leads,
    freshContact: () => (leads[nextLead++] as CrmLead).contactId,
    create: async (sale) => need(await crm.createOpportunity(sale)).opportunityId,
  }
}

/** Returns all leads, or those after a page; throws if a page fails. */
export async function pullAll(crm: Crm, after: string | null = null): Promise<CrmLead[]> {
  const leads: CrmLead[] = []
  for await (const page of crm.pullLeads({ since: null, after })) leads.push(...need(page).leads)
  return leads
}

/** Returns the value of a success; throws if it is a failure. */
export function need<Value>(result: CrmResult<Value>): Value {
  if (!result.ok) throw new Error(result.failure.message)
  return result.value
}

let sales = 0

/** Returns a new, open sale at a contact. If the contact is null, the CRM creates one. */
export function saleAt(contactId: string | null): CrmSale {
  sales += 1
  return openSale({ sessionId: `sale_compliance_${sales}`, contactId })
}
