/** A response of the double. Text is sent as it is, everything else as JSON. */
export type Answer = { status: number; body: unknown; headers?: Record<string, string> }

export const ok = (body: unknown, status = 200): Answer => ({ status, body })

const WORDS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
}

/** Returns a refusal in GoHighLevel's shape. Its `message` is a text or a list of texts. */
export const refusal = (status: number, message: string | string[], more: object = {}): Answer => ({
  status,
  body: { statusCode: status, message, error: WORDS[status], ...more },
})

/** Returns the refusal of an unknown id, in the path or in a body. */
export const unknownId = (
  goneIds: 'not found' | 'invalid',
  what: 'contact' | 'opportunity',
  status: 400 | 404 = 404,
): Answer =>
  goneIds === 'invalid'
    ? refusal(400, `The ${what} id is invalid.`)
    : refusal(status, `${what === 'contact' ? 'Contact' : 'Opportunity'} not found.`)

/** Returns the refusal of a second opportunity for a contact. */
export const duplicateOpportunity = (existingId: string): Answer =>
  refusal(400, 'Can not create duplicate opportunity for the contact.', {
    code: 'OPPORTUNITY_NO_DUPLICATE',
    meta: { existingId },
  })
