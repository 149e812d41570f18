import { failed } from '#domain/kernel/result.ts'
import type { Mail } from './port.ts'

/** The mail while SMTP_URL is not set: mails wait without an attempt. */
export const noMail: Mail = {
  receiver: null,
  host: 'localhost',
  send: async () => failed({ retry: 'later' as const, message: 'There is no SMTP_URL.' }),
}
