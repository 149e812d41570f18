import type { PhoneDatabase } from '../storage/database.ts'
import { sendCall } from './send-call.ts'
import { createSending, type Sending, type SendingHooks } from './sending.ts'

export type HttpSendingHooks = Omit<SendingHooks, 'send'>

/** Sends the phone's sales to the server that the app came from. */
export const createHttpSending = (phone: PhoneDatabase, hooks: HttpSendingHooks): Sending =>
  createSending(phone, { ...hooks, send: sendCall })
