import type { DeliveryOutcome } from '../deliveries/handler.ts'

/** A mail to one person. The same `messageId` and `date` on every repeat make it the same mail for its reader. */
export type MailMessage = {
  to: string
  subject: string
  text: string
  html: string
  attachment?: { filename: string; content: Uint8Array; contentType: string }
  /** Without the angle brackets. */
  messageId: string
  /** The id of the mail that this one follows. */
  inReplyTo?: string
  date: Date
}

/** The way out for mails. */
export type Mail = {
  /** Names the mail server in the database; null if none is set up, and then nothing is sent. */
  receiver: string | null
  /** The host of the sender's address, for the ids of messages. */
  host: string
  /**
   * Hands a mail to the mail server; success means that the server accepted it, not that it reached a mailbox. A
   * refused address is given up, anything temporary is to be tried again, and a server that does not accept our
   * credentials or offers no TLS is closed. Must stop when `signal` aborts.
   */
  send(message: MailMessage, signal: AbortSignal): Promise<DeliveryOutcome>
}
