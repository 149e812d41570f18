import {
  BACK_OFFICE_PATH,
  type BackOffice,
  type CustomerEntered,
  type DeliveriesToRetry,
  type DeliveryState,
  type DeliveryTarget,
  type LeadPull,
} from '#protocol/back-office.ts'
import { SYNC_LOG_LIMIT } from '#protocol/tables.ts'
import { type ApiCall, type ApiFailure, callApi } from './http.ts'

/** What was asked for, or a sentence on why it did not come. */
export type Answered<Value> = { ok: true; value: Value } | { ok: false; message: string }

/** What somebody in between answered, such as the sign-in page of a hotel. */
export const NOT_OURS = { ok: false, message: 'the answer did not come from Doorstep' } as const

/** One call whose answer is JSON. An answer that is something else comes from somebody in between. */
export async function ask<Value>(path: string, call?: ApiCall): Promise<Answered<Value>> {
  const result = await callApi(path, call)
  if (!result.ok) return { ok: false, message: sentenceOf(result.failure) }
  try {
    return { ok: true, value: (result.body === '' ? null : JSON.parse(result.body)) as Value }
  } catch {
    return NOT_OURS
  }
}

/** The server's sentence, with what it says of the single fields. */
function sentenceOf({ body, message }: ApiFailure): string {
  try {
    const { details } = JSON.parse(body)
    return typeof details === 'string' ? `${message} ${details}` : message
  } catch {
    return message
  }
}

export const SYNC_LOG_PATH = `/rest/v1/ghl_sync_log?select=*&order=created_at.desc&limit=${SYNC_LOG_LIMIT}`

export const deliveriesPath = (target: DeliveryTarget, state: DeliveryState, limit: number) =>
  `${BACK_OFFICE_PATH}/deliveries?target=${target}&state=${state}&limit=${limit}`
export const attemptsPath = (id: number) => `${deliveryPath(id)}/attempts`
export const deliveryPath = (id: number) => `${BACK_OFFICE_PATH}/deliveries/${id}`

export const readBackOffice = () => ask<BackOffice>(BACK_OFFICE_PATH)
export const readLeadPull = () => ask<LeadPull | null>(`${BACK_OFFICE_PATH}/lead-pull`)
export const stopLeadPull = () => ask<unknown>(`${BACK_OFFICE_PATH}/lead-pull`, { method: 'DELETE' })

export const retryDeliveries = (which: DeliveriesToRetry) =>
  ask<{ queued: number }>(`${BACK_OFFICE_PATH}/deliveries/retry`, { method: 'POST', body: which })

/** Replaces what a parked report says, and queues it again. */
export const correctReport = (id: number, payload: object) =>
  ask<unknown>(deliveryPath(id), { method: 'PUT', body: { payload } })

export const customerPath = (sessionId: string) =>
  `/rest/v1/opportunities?session_id=eq.${encodeURIComponent(sessionId)}&select=customer_name,customer_email,customer_phone`

/** Corrects whom an unsigned sale was made with, and queues its push again. */
export const correctCustomer = (id: number, customer: CustomerEntered) =>
  ask<unknown>(deliveryPath(id), { method: 'PUT', body: { customer } })
