import { type Customer, customerName } from '#domain/sale/sale.ts'
import { customerFields, type SaleCall } from './sale-calls.ts'

/** Returns a call that was not accepted yet, with the corrected customer if it carries a customer. */
export function correctCustomer<Call extends SaleCall>(call: Call, customer: Customer): Call {
  if (call.kind === 'report-progress') {
    const { email, phone } = customer
    const named = { name: customerName(customer), email: email.trim(), phone: phone.trim() }
    return call.body.raw_data.hasCustomer ? { ...call, body: { ...call.body, ...named } } : call
  }
  const isNamed = 'customer_name' in call.body && call.body.customer_name
  return isNamed ? { ...call, body: { ...call.body, ...customerFields(customer) } } : call
}
