import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { success } from '#domain/kernel/result.ts'
import { isLoopback } from '../http/loopback.ts'
import { type MailSettings, mailServerOf } from './mail-settings.ts'
import type { Mail, MailMessage } from './port.ts'
import { failureOf } from './smtp-failure.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
const ACCEPTED = 250

/** Sends mails over SMTP. The connection to another machine must be encrypted, by TLS or STARTTLS. */
export function createSmtpMail(settings: MailSettings): Mail {
  const { url, from } = settings
  const transport = createTransport(connectionOf(url))
  const address = from.replace(/^.*<|>.*$/g, '')
  return {
    receiver: mailServerOf(settings),
    host: address.slice(address.lastIndexOf('@') + 1),
    async send(message, signal) {
      try {
        await transport.sendMail({ ...mailOf(message), from, signal })
        return success({ status: ACCEPTED })
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}

function connectionOf(address: string) {
  const { protocol, hostname, port, username, password } = new URL(address)
  const isEncrypted = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  // No one can read along on this machine, and its mail server rarely has a certificate that can be checked.
  const isHere = isLoopback(host)
  return {
    host,
    port: Number(port) || (isEncrypted ? 465 : 587),
    secure: isEncrypted,
    requireTLS: !isEncrypted && !isHere,
    ignoreTLS: !isEncrypted && isHere,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function mailOf({ to, messageId, inReplyTo, attachment, ...message }: MailMessage) {
  return {
    ...message,
    // As an object, so that a comma in the address does not make two recipients.
    to: { name: '', address: to },
    messageId: `<${messageId}>`,
    ...(inReplyTo !== undefined && { inReplyTo: `<${inReplyTo}>`, references: `<${inReplyTo}>` }),
    // A repeat has the same boundaries, so it is the same mail byte for byte.
    baseBoundary: createHash('sha256').update(messageId).digest('hex').slice(0, 32),
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(attachment && {
      attachments: [{ ...attachment, content: Buffer.from(attachment.content) }],
    }),
  }
}
