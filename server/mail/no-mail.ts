import { failed } from '#domain/kernel/result.ts'
import type { Mail } from './port.ts'

/** What is used while SMTP_URL is not set: mails wait untried. */
export const noMail: Mail = {
  receiver: null,
  host: 'localhost',
  send: async () => failed({ retry: 'later' as const, message: 'There is no SMTP_URL.' }),
}
