import type { Kysely, Selectable } from 'kysely'
import type { CrmLead, CrmSale } from '../port.ts'
import { SAMPLE_CONTACTS } from './sample-leads.ts'
import type { ContactRow, SandboxTables } from './schema.ts'

type SandboxDb = Kysely<SandboxTables>

/** Returns the contacts that agents may visit, as leads. Adds missing samples first. */
export async function listLeads(db: SandboxDb): Promise<CrmLead[]> {
  await addSamples(db)
  const contacts = await db
    .selectFrom('contacts')
    .selectAll()
    .where('is_lead', '=', true)
    .orderBy('date_updated')
    .orderBy('id')
    .execute()
  return contacts.map(contactToLead)
}

async function addSamples(db: SandboxDb): Promise<void> {
  await db
    .insertInto('contacts')
    .values([...SAMPLE_CONTACTS])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function contactToLead(contact: Selectable<ContactRow>): CrmLead {
  return {
    contactId: contact.id,
    street_address: contact.address,
    postcode: contact.postcode,
    household_size: contact.household_size,
    voucher_value: contact.voucher_value,
    priority: contact.priority,
    contact_name: `${contact.first_name} ${contact.last_name}`,
    contact_phone: contact.phone,
    contact_email: contact.email,
    notes: contact.notes,
    area: contact.area,
    createdAt: contact.date_added,
  }
}

/** Returns the id of the contact that we create for a sale whose lead did not come from this CRM. */
export const walkInId = (sessionId: string) => `walk-in-${sessionId}`

/** Adds that contact if it is missing. */
export async function addWalkIn(db: SandboxDb, sale: CrmSale): Promise<void> {
  const [firstName = '', ...rest] = (sale.customerName ?? 'Walk-in customer').split(' ')
  await db
    .insertInto('contacts')
    .values({
      id: walkInId(sale.sessionId),
      first_name: firstName,
      last_name: rest.join(' '),
      email: sale.customerEmail,
      phone: sale.customerPhone,
      address: sale.location ?? '',
      postcode: '',
      is_lead: false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks the contact against other writers until the transaction ends; returns false if there is no such contact. */
export async function lockContact(transaction: SandboxDb, contactId: string): Promise<boolean> {
  const locked = await transaction
    .selectFrom('contacts')
    .select('id')
    .where('id', '=', contactId)
    .forUpdate()
    .executeTakeFirst()
  return locked !== undefined
}
