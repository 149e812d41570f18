import type { DeliveryOutcome } from '../deliveries/handler.ts'

/** A mail to one person. If `messageId` and `date` are the same on a repeat, the reader sees the same mail. */
export type MailMessage = {
  to: string
  subject: string
  text: string
  html: string
  attachment?: { filename: string; content: Uint8Array; contentType: string }
  /** Without the angle brackets. */
  messageId: string
  /** The id of the mail to which this one replies. */
  inReplyTo?: string
  date: Date
}

/** The port for outgoing mails. */
export type Mail = {
  /** The name of the mail server in the database. Null if none is set up; then nothing is sent. */
  receiver: string | null
  /** The host of the sender's address, for the ids of messages. */
  host: string
  /**
   * Hands a mail to the mail server. Success means that the server accepted it, not that it reached a mailbox. A
   * refused address is given up. Temporary failures are retried. A server that does not accept our credentials or
   * offers no TLS is closed. Must stop when `signal` aborts.
   */
  send(message: MailMessage, signal: AbortSignal): Promise<DeliveryOutcome>
}
