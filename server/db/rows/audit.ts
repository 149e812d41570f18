import type { ColumnType, Generated } from 'kysely'
import type { ActDetails, Actor, Verb } from '#protocol/audit.ts'
import type { Moment } from './column-types.ts'

export type AuditRow = {
  id: Generated<number>
  at: Moment
  actor: Actor
  actor_id: string | null
  verb: Verb
  object_id: string | null
  session_id: string | null
  details: ColumnType<ActDetails, string, never>
  request_id: string | null
}
