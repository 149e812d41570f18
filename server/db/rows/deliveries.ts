import type { ColumnType, Generated } from 'kysely'
import type { DeliveryState, DeliveryTarget } from '#protocol/back-office.ts'
import type { Moment, MomentOrNull } from './column-types.ts'

export type DeliveryRow = {
  id: Generated<number>
  target: DeliveryTarget
  session_id: string
  sequence: Generated<number>
  wanted: Generated<number>
  delivered: Generated<number>
  state: ColumnType<DeliveryState, 'waiting' | undefined, DeliveryState>
  attempts: Generated<number>
  due_at: Moment
  leased_until: MomentOrNull
  lease: string | null
  reason: string | null
  payload: unknown
  step: string | null
  request_id: string | null
  created_at: Moment
  updated_at: Moment
}

export type DeliveryAttemptRow = {
  id: Generated<number>
  delivery_id: number
  at: Moment
  ok: boolean
  status: number | null
  message: string | null
  duration_ms: number
  request_id: string | null
}

export type ReceiverRow = {
  target: DeliveryTarget
  receiver: string
  rests_until: MomentOrNull
  closed_at: MomentOrNull
  reason: string
}
