import type { Command } from '#domain/sale/commands.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { LOCAL_AREA, type PlannedSale } from '../plan.ts'

const SEES: Command = {
  type: 'see-agreement',
  at: '2026-09-01T00:00:00.000Z',
  toEnd: true,
  nonce: 'n'.repeat(22),
  frame: 'of the storm',
}

/** Returns the agent's next command to a sale, or undefined once it is submitted. */
export function nextCommand(sale: Sale, plan: PlannedSale): Command | undefined {
  switch (sale.step) {
    case 1:
      return atLeads(sale, plan)
    case 2:
      return atPackages(sale, plan)
    case 3:
      return atCustomer(sale, plan)
    case 4:
      if (!sale.nonce) return SEES
      return sale.signature
        ? { type: 'submit-order', image: plan.png, at: plan.signedAt }
        : { type: 'sign', signature: { kind: 'typed', name: 'Mary Jones' } }
    case 5:
      return undefined
  }
}

/** A finished step makes two calls. */
const CALLS_A_STEP = 2
const callsToReachPackages = ({ leads }: PlannedSale) => CALLS_A_STEP * leads.length

function atLeads(sale: Sale, { leads }: PlannedSale): Command {
  const lead = leads[Math.min(sale.calls / CALLS_A_STEP, leads.length - 1)] ?? leads[0]
  if (sale.lead?.id !== lead.id) return { type: 'select-lead', lead, localArea: LOCAL_AREA }
  return { type: 'continue-with-lead' }
}

function atPackages(sale: Sale, plan: PlannedSale): Command {
  const calls = sale.calls - callsToReachPackages(plan)
  if (calls < 0) return { type: 'back' }
  const packageId =
    plan.packages[Math.min(calls / CALLS_A_STEP, plan.packages.length - 1)] ?? plan.packages[0]
  if (sale.service?.packageId !== packageId) return { type: 'choose-package', packageId }
  return { type: 'continue-to-contract' }
}

function atCustomer(sale: Sale, plan: PlannedSale): Command {
  const calls = sale.calls - callsToReachPackages(plan)
  if (calls < CALLS_A_STEP * plan.packages.length) return { type: 'back' }
  const wanted = { ...plan.customer, email: plan.badEmail ?? plan.customer.email }
  for (const field of Object.keys(wanted) as (keyof typeof wanted)[])
    if (sale.customer[field] !== wanted[field]) return { type: 'enter-customer', field, value: wanted[field] }
  return { type: 'confirm-customer' }
}
