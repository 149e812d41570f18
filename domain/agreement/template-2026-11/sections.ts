import type { AgreementFacts, Section } from '../agreement.ts'
import { cancellationForm } from './cancellation-form.ts'
import { contractSummary } from './contract-summary.ts'
import { information } from './information.ts'
import { rightToCancel } from './right-to-cancel.ts'
import { serviceAgreement } from './service-agreement.ts'

/** Returns the words of template 2026-11. They must not change once a customer has signed them. */
export const sections202611 = (facts: AgreementFacts): Section[] => [
  { id: 'contract-summary', title: 'Contract summary', blocks: contractSummary(facts) },
  { id: 'service-agreement', title: 'Service agreement', blocks: serviceAgreement(facts) },
  { id: 'right-to-cancel', title: 'Your right to cancel', blocks: rightToCancel(facts) },
  { id: 'cancellation-form', title: 'Cancellation form', blocks: cancellationForm(facts) },
  { id: 'information', title: 'Information about this contract', blocks: information(facts) },
]
