import { isObject } from '#domain/kernel/parse-json.ts'
import {
  BACK_OFFICE_PATH,
  type BackOffice,
  type CustomerEntered,
  type DeliveriesToRetry,
  type DeliveryState,
  type DeliveryTarget,
} from '#protocol/back-office.ts'
import { SYNC_LOG_LIMIT } from '#protocol/tables.ts'
import { ask, isAnything } from './ask.ts'

export const SYNC_LOG_PATH = `/rest/v1/ghl_sync_log?select=*&order=created_at.desc&limit=${SYNC_LOG_LIMIT}`

export const deliveriesPath = (target: DeliveryTarget, state: DeliveryState, limit: number) =>
  `${BACK_OFFICE_PATH}/deliveries?target=${target}&state=${state}&limit=${limit}`
export const attemptsPath = (id: number) => `${deliveryPath(id)}/attempts`
export const deliveryPath = (id: number) => `${BACK_OFFICE_PATH}/deliveries/${id}`

export const readBackOffice = () => ask(BACK_OFFICE_PATH, isObject<BackOffice>)

/** Retries deliveries that are waiting or parked, and returns how many were queued. */
export const retryDeliveries = (which: DeliveriesToRetry) =>
  ask(`${BACK_OFFICE_PATH}/deliveries/retry`, isObject<{ queued: number }>, { method: 'POST', body: which })

/** Replaces the content of a parked report and queues it again. */
export const correctReport = (id: number, payload: object) =>
  ask(deliveryPath(id), isAnything, { method: 'PUT', body: { payload } })

export const customerPath = (sessionId: string) =>
  `/rest/v1/opportunities?session_id=eq.${encodeURIComponent(sessionId)}&select=customer_name,customer_email,customer_phone`

/** Corrects the customer of an unsigned sale and queues its push again. */
export const correctCustomer = (id: number, customer: CustomerEntered) =>
  ask(deliveryPath(id), isAnything, { method: 'PUT', body: { customer } })
