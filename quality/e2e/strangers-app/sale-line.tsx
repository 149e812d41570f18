import { changeSale, type Sale, saveNote, setLeadStatus, updateInCrm } from './calls.ts'
import type { Run } from './run.ts'

/** The smallest possible picture of a signature. */
const SIGNATURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const PACKAGE = {
  status: 'qualified',
  service_package_id: 'basic',
  service_package_name: 'Basic Fiber',
  service_speed: '100 Mbps',
  service_monthly_price: 299,
  service_installation_price: 995,
  customer_discount: 0,
  voucher_amount: 500,
  total_value: 1294,
  eligibility_status: true,
}
const CUSTOMER = {
  customer_name: 'Ann Lee',
  customer_email: 'ann@example.org',
  customer_phone: '01632 960001',
}
const CONTRACT = {
  status: 'closed-won',
  contract_signature: SIGNATURE,
  contract_timestamp: '2026-03-01T10:00:00.000Z',
  contract_ip_address: '0.0.0.0',
}

/** A sale, with its next step. */
export function SaleLine({ sale, run }: { sale: Sale; run: Run }) {
  const { session_id, lead_id, status, customer_name, customer_location, total_value, notes } = sale

  /** Changes a sale. Its lead gets the same status. */
  async function change(fields: { status?: string }) {
    await run(changeSale(session_id, fields))
    if (lead_id && fields.status) await run(setLeadStatus(lead_id, fields.status))
  }

  async function sign() {
    await change(CONTRACT)
    await run(updateInCrm({ ...sale, status: 'closed-won' }, true))
  }

  const step = {
    open: { name: 'Choose package', take: () => change(PACKAGE) },
    qualified: customer_name
      ? { name: 'Sign', take: sign }
      : { name: 'Enter customer', take: () => run(changeSale(session_id, CUSTOMER)) },
  }[status]
  return (
    <li>
      {[customer_location, status, customer_name, total_value, notes]
        .filter((part) => part !== null)
        .join(', ')}{' '}
      {step && (
        <button type="button" onClick={() => void step.take()}>
          {step.name}
        </button>
      )}
      {status === 'open' && (
        <button type="button" onClick={() => void run(saveNote(sale, 'Ring first'))}>
          Note
        </button>
      )}
    </li>
  )
}
