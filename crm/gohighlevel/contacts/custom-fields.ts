import { z } from 'zod'
import type { CrmResult } from '../../port.ts'
import { unreadable } from '../http/answer-to-failure.ts'
import type { Client } from '../http/client.ts'
import { getCustomFields } from '../http/requests.ts'

export type FieldModel = 'contact' | 'opportunity'

const TEXT = ['TEXT', 'LARGE_TEXT']
const CHOICE = [...TEXT, 'SINGLE_OPTIONS', 'RADIO']
const NUMBER = [...TEXT, 'NUMERICAL', 'MONETORY']

/** The custom fields that Doorstep uses, by key, and the types that can hold their values. */
export const KNOWN_FIELDS = {
  contact: {
    'contact.household_size': [...NUMBER, 'SINGLE_OPTIONS', 'RADIO'],
    'contact.voucher_value': NUMBER,
    'contact.priority': CHOICE,
    'contact.area': CHOICE,
  },
  opportunity: {
    'opportunity.session_id': TEXT,
    'opportunity.service_package_name': CHOICE,
    'opportunity.voucher_amount': NUMBER,
    'opportunity.contract_signed': CHOICE,
  },
} as const satisfies Record<FieldModel, Record<string, readonly string[]>>

export type FieldKey<Model extends FieldModel = FieldModel> = Model extends FieldModel
  ? keyof (typeof KNOWN_FIELDS)[Model]
  : never

export type CustomField = { id: string; fieldKey: string; name: string; dataType: string }

/** A custom field's value in a response. */
export type FieldValue = { id: string; value: unknown }

export type CustomFields = {
  /** Returns ids by key, without fields that are missing or have the wrong type. Caches them for five minutes. */
  idsOf(model: FieldModel, signal?: AbortSignal): Promise<CrmResult<ReadonlyMap<string, string>>>
  /** Returns all fields of a model in the location, uncached. */
  list(model: FieldModel, signal?: AbortSignal): Promise<CrmResult<CustomField[]>>
}

const FRESH_MS = 5 * 60_000

const fieldList = z.object({
  customFields: z.array(
    z.object({
      id: z.string(),
      fieldKey: z.string().catch(''),
      name: z.string().catch(''),
      dataType: z.string().catch(''),
    }),
  ),
})

export function createCustomFields(client: Client, locationId: string): CustomFields {
  const remembered = new Map<FieldModel, { ids: ReadonlyMap<string, string>; until: number }>()

  const list: CustomFields['list'] = async (model, signal) => {
    const answered = await client.call(getCustomFields(locationId, model, signal))
    if (!answered.ok) return answered
    const parsed = fieldList.safeParse(answered.value)
    return parsed.success ? { ok: true, value: parsed.data.customFields } : unreadable('custom fields')
  }

  return {
    list,
    async idsOf(model, signal) {
      const known = remembered.get(model)
      if (known && performance.now() < known.until) return { ok: true, value: known.ids }
      const listed = await list(model, signal)
      if (!listed.ok) return listed
      const usable = listed.value.filter((field) => isUsable(model, field))
      const ids = new Map(usable.map(({ fieldKey, id }) => [fieldKey, id]))
      remembered.set(model, { ids, until: performance.now() + FRESH_MS })
      return { ok: true, value: ids }
    },
  }
}

/** Returns whether a field's type can hold the values that Doorstep stores under its key. */
export function isUsable(model: FieldModel, { fieldKey, dataType }: CustomField): boolean {
  const known: Record<string, readonly string[]> = KNOWN_FIELDS[model]
  return known[fieldKey]?.includes(dataType) ?? false
}

/** A schema that reads custom field values. Each call of the API has another name for the property. */
export const fieldValues = z
  .array(
    z
      .looseObject({ id: z.string() })
      .transform(
        (field): FieldValue => ({
          id: field.id,
          value: field.value ?? field.field_value ?? field.fieldValue ?? field.fieldValueString ?? null,
        }),
      )
      .nullable()
      .catch(null),
  )
  .transform((values) => values.filter((value) => value !== null))
  .catch([])

/** Returns the text of a field; null if it is blank, missing or not a plain value. A single choice may be in a list. */
export function textOfField(values: readonly FieldValue[], id: string | undefined): string | null {
  const given = values.find((field) => field.id === id)?.value
  const value = Array.isArray(given) && given.length === 1 ? given[0] : given
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return (id !== undefined && isPlain && String(value).trim()) || null
}
