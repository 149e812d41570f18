import type { Permission } from '#domain/access/permissions.ts'
import { success } from '#domain/kernel/result.ts'
import type { Tables } from '#protocol/tables.ts'
import type { Answer } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import { permit } from '../identity/permit.ts'
import type { Table } from './catalogue.ts'

const TO_READ: Readonly<Record<keyof Tables, Permission>> = {
  leads: 'read-leads',
  opportunities: 'read-sales',
  ghl_sync_log: 'read-office',
  do_not_knock: 'read-office',
  visits: 'read-office',
}
/** The other tables are read-only for everyone. */
const TO_WRITE: Partial<Record<keyof Tables, Permission>> = {
  leads: 'write-leads',
  opportunities: 'make-sales',
}

/** Fails if the caller may not read or write a table (docs/product 26.4). A write that returns rows also reads. */
export function permitTable(
  caller: Caller,
  { name }: Table,
  { isWrite, returnsRows, embedsLead }: { isWrite: boolean; returnsRows: boolean; embedsLead: boolean },
): Answer<Caller> {
  const needed = [
    ...(isWrite ? [TO_WRITE[name] ?? TO_READ[name]] : []),
    ...(returnsRows ? [TO_READ[name]] : []),
    ...(embedsLead ? [TO_READ.leads] : []),
  ]
  const refused = needed.map((permission) => permit(caller, permission)).find(({ ok }) => !ok)
  return refused ?? success(caller)
}
