import { useCallback, useEffect, useState } from 'react'
import {
  followLists,
  type Lead,
  type LogEntry,
  readLeads,
  readSales,
  readSyncLog,
  type Sale,
  syncLeads,
} from './calls.ts'
import { LeadLine } from './lead-line.tsx'
import type { Run } from './run.ts'
import { SaleLine } from './sale-line.tsx'

type Lists = { leads: Lead[]; sales: Sale[]; log: LogEntry[] }

/** A desk that sells fibre: leads, sales and the log of the CRM, always up to date. */
export function App() {
  const [lists, setLists] = useState<Lists>({ leads: [], sales: [], log: [] })
  const [status, setStatus] = useState('')
  const [message, setMessage] = useState('')

  const reload = useCallback(async () => {
    const [leads, sales, log] = await Promise.all([readLeads(), readSales(), readSyncLog()])
    const error = leads.error ?? sales.error ?? log.error
    if (error) setMessage(error.message)
    else setLists({ leads: leads.data ?? [], sales: sales.data ?? [], log: log.data ?? [] })
  }, [])

  useEffect(() => {
    void reload()
    return followLists(() => void reload(), setStatus)
  }, [reload])

  const run: Run = async (call) => {
    const { error } = await call
    setMessage(error?.message ?? '')
    await reload()
  }

  async function sync() {
    const { data, error } = await syncLeads()
    setMessage(error ? error.message : `Synced ${data?.syncedCount} leads`)
    await reload()
  }

  return (
    <main>
      <h1>Fibre Desk</h1>
      <p>
        <button type="button" onClick={() => void sync()}>
          Sync leads
        </button>{' '}
        <output aria-label="Live">{status}</output> <span role="alert">{message}</span>
      </p>
      <List name="Sales">
        {lists.sales.map((sale) => (
          <SaleLine key={sale.session_id} sale={sale} run={run} />
        ))}
      </List>
      <List name="Leads">
        {lists.leads.map((lead) => (
          <LeadLine key={lead.id} lead={lead} run={run} />
        ))}
      </List>
      <List name="Log">
        {lists.log.map(({ id, operation, status, message }) => (
          <li key={id}>{[operation, status, message].filter(Boolean).join(' ')}</li>
        ))}
      </List>
    </main>
  )
}

const List = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <section>
    <h2>{name}</h2>
    <ol aria-label={name}>{children}</ol>
  </section>
)
