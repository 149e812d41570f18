import { createClient } from '@supabase/supabase-js'

/** This app knows only the address and the key of its backend. */
const { VITE_SUPABASE_URL: url, VITE_SUPABASE_ANON_KEY: key } = import.meta.env
const backend = createClient(url, key)

export type Lead = {
  id: string
  street_address: string
  postcode: string
  voucher_value: string | number
  status: string
}

export type Sale = {
  session_id: string
  lead_id: string | null
  status: string
  customer_name: string | null
  customer_location: string | null
  total_value: number | null
  notes: string | null
}

export type LogEntry = { id: number; operation: string; status: string; message: string | null }

const newestFirst = { ascending: false }

export const readLeads = () =>
  backend.from('leads').select('*').order('created_at', newestFirst).overrideTypes<Lead[]>()

export const readSales = () =>
  backend.from('opportunities').select('*').order('created_at', newestFirst).overrideTypes<Sale[]>()

export const readSyncLog = () =>
  backend
    .from('ghl_sync_log')
    .select('*')
    .order('created_at', newestFirst)
    .limit(50)
    .overrideTypes<LogEntry[]>()

export const setLeadStatus = (id: string, status: string) =>
  backend.from('leads').update({ status }).eq('id', id)

export const startSale = ({ id, street_address, postcode }: Lead) =>
  backend.from('opportunities').insert({
    session_id: `desk_${id}`,
    status: 'open',
    customer_location: `${street_address}, ${postcode}`,
    lead_id: id,
  })

/** Changes any fields of a sale, by its session. */
export const changeSale = (sessionId: string, fields: object) =>
  backend.from('opportunities').update(fields).eq('session_id', sessionId)

/** Writes a note whether the sale exists or not. */
export const saveNote = ({ session_id, status }: Sale, notes: string) =>
  backend.from('opportunities').upsert({ session_id, status, notes }, { onConflict: 'session_id' })

const callCrm = <Answer>(endpoint: string, method: 'POST' | 'PUT', fields: object = {}) =>
  backend.functions.invoke<Answer>(`ghl-sync?endpoint=${endpoint}`, { method, body: { endpoint, ...fields } })

export const syncLeads = () => callCrm<{ syncedCount: number }>('sync-leads', 'POST')

export const createInCrm = (lead: Lead) =>
  callCrm<{ ghlOpportunityId: string }>('create-opportunity', 'POST', {
    sessionId: `desk_${lead.id}`,
    leadId: lead.id,
  })

export const updateInCrm = (sale: Sale, contractSigned: boolean) =>
  callCrm('update-opportunity', 'PUT', { sessionId: sale.session_id, status: sale.status, contractSigned })

/** Calls `reload` on any change of leads and opportunities, and `onStatus` with the state of the subscription. */
export function followLists(reload: () => void, onStatus: (status: string) => void): () => void {
  const all = { event: '*', schema: 'public' } as const
  const channel = backend
    .channel('lists')
    .on('postgres_changes', { ...all, table: 'leads' }, reload)
    .on('postgres_changes', { ...all, table: 'opportunities' }, reload)
    .subscribe((status) => {
      onStatus(status)
      if (status === 'SUBSCRIBED') reload()
    })
  return () => void backend.removeChannel(channel)
}
