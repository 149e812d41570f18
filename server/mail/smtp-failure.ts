import { failed } from '#domain/kernel/result.ts'
import type { DeliveryOutcome } from '../deliveries/handler.ts'

/** The fields of nodemailer's errors. `response` may repeat the recipient, so it is never shown. */
type SmtpError = {
  code?: string
  originalCode?: string
  responseCode?: number
  command?: string
  response?: string
}

/** The server requires credentials, or refused ours. */
const NOT_SIGNED_IN = [530, 534, 535, 538]
const SERVICE_CLOSING = 421
const TOO_BIG = 552

/** The usual meanings of the replies to a recipient. */
const MEANINGS: Readonly<Record<number, string>> = {
  550: 'no such mailbox',
  551: 'no such mailbox',
  552: 'mailbox full, or email too big',
  553: 'the address is not valid',
}

/** Returns the outcome of a delivery whose mail failed with this error. Its message contains only the code. */
export function failureOf(error: unknown): DeliveryOutcome {
  const given: SmtpError = typeof error === 'object' && error !== null ? error : {}
  const { responseCode: status } = given
  if (isTlsRefused(given))
    return closed('The mail server offers no TLS, or a certificate that cannot be checked.', status)
  if (status !== undefined && NOT_SIGNED_IN.includes(status))
    return closed(`The mail server refused our user name or password: ${status}.`, status)
  if (status === undefined || status < 500) return later(given)
  if (given.command === 'CONN' || given.command === 'EHLO') return later(given)
  if (given.command === 'MAIL FROM' && status !== TOO_BIG)
    return closed(`The mail server does not accept emails from MAIL_FROM: ${codeOf(given)}.`, status)
  const meaning = MEANINGS[status]
  return failed({
    retry: 'never' as const,
    message: `Refused: ${codeOf(given)}${meaning === undefined ? '' : `, ${meaning}`}.`,
    status,
  })
}

/** If a connection breaks during the handshake, the next attempt may succeed. */
const isTlsRefused = ({ code, originalCode = '', responseCode, command }: SmtpError) =>
  (code === 'ETLS' && (responseCode !== undefined || CERTIFICATE.test(originalCode))) ||
  (command === 'CONN' && CERTIFICATE.test(originalCode))

const CERTIFICATE = /CERT|SIGNATURE|ISSUER|CHAIN|SSL|TLS|CRL/

function later(given: SmtpError): DeliveryOutcome {
  const { code, responseCode: status, command } = given
  if (status !== undefined)
    return failed({
      retry: 'later' as const,
      message: `The mail server asked us to try again later: ${codeOf(given)}.`,
      status,
      ...(status === SERVICE_CLOSING && { receiver: 'rests' as const }),
    })
  if (command === 'API' && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return failed({ retry: 'never' as const, message: 'Refused: the address is not valid.' })
  if (code === 'EAUTH') return closed('The mail server accepts none of our ways to sign in.')
  return failed({
    retry: 'later' as const,
    message: `The mail server did not answer${code === undefined ? '' : ` (${code})`}.`,
  })
}

const closed = (message: string, status?: number) =>
  failed({ retry: 'later' as const, message, receiver: 'closed' as const, status: status ?? null })

/** Returns a code such as `550 5.1.1`: the reply and, if there is one, the enhanced code. */
function codeOf({ responseCode, response = '' }: SmtpError): string {
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return [responseCode, enhanced].filter(Boolean).join(' ')
}
