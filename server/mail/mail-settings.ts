import { createHash } from 'node:crypto'
import { accept, type Decision, refuse } from '#domain/kernel/refusal.ts'

/** The mail server, and the address that mails come from. */
export type MailSettings = Readonly<{ url: string; from: string }>

/** Returns the name of the mail server in the database, or null if none is set up. */
export const mailServerOf = (mail: MailSettings | undefined): string | null =>
  mail ? createHash('sha256').update(mail.url).digest('hex') : null

/** Returns true if a text is an address such as `smtps://user:password@mail.example.com:465`. */
export function isSmtpAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol)) return false
  return url.hostname !== '' && ['', '/'].includes(url.pathname) && !url.search && !url.hash
}

/** Returns the settings of the mail server, or undefined without SMTP_URL. */
export function mailSettingsOf({
  SMTP_URL: url,
  MAIL_FROM: from,
}: {
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}): Decision<MailSettings | undefined, 'bad_setting'> {
  if (url === undefined) return accept(undefined)
  if (from === undefined)
    return refuse('bad_setting', 'MAIL_FROM is missing: SMTP_URL needs the address that emails come from.')
  return accept({ url, from })
}
