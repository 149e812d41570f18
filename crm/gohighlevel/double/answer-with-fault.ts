import { type Answer, duplicateOpportunity, refusal } from './answers.ts'
import { addContact } from './contacts.ts'
import type { DoubleRequest, Fault } from './faults.ts'
import { answerRequest } from './routes.ts'
import type { DoubleState } from './state.ts'

/** Carries out a request and returns the response, except for what the fault prevents or falsifies. */
export function answerWithFault(
  state: DoubleState,
  token: string,
  request: DoubleRequest,
  fault: Fault | undefined,
): Answer {
  if (fault === 'bad-token') return refusal(401, 'Invalid Private Integration token')
  if (fault === 'scope') return refusal(401, 'The token is not authorized for this scope.')
  if (fault === 'server-error') return refusal(500, 'Internal server error')
  if (fault === 'html-404') return { status: 404, body: '<html><h1>404 Not Found</h1></html>' }
  if (fault === 'html-502') return { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' }
  if (fault === 'stale-search') return { status: 200, body: { opportunities: [], contacts: [], meta: {} } }
  if (fault === 'two-contacts') addRivals(state, request.body as CustomerDetails)
  const answer = answerRequest(state, token, request)
  if (answer.status >= 300) return answer
  if (fault === 'created-without-id') return { status: 201, body: {} }
  if (fault === 'created-422') return refusal(422, ['Something went wrong.'])
  if (fault === 'duplicate') {
    const { opportunity } = answer.body as { opportunity: { id: string } }
    return duplicateOpportunity(opportunity.id)
  }
  return answer
}

type CustomerDetails = { email?: string; phone?: string }

function addRivals(state: DoubleState, { email, phone }: CustomerDetails): void {
  if (email) addContact(state, { firstName: 'Email', lastName: 'Owner', email })
  if (phone) addContact(state, { firstName: 'Phone', lastName: 'Owner', phone })
}
