import type { CrmCheckResult } from '../../port.ts'
import { type FieldModel, isUsable, KNOWN_FIELDS } from '../contacts/custom-fields.ts'
import type { Connection } from '../http/connection.ts'
import { withRemedy } from './remedies.ts'

const TAB = { contact: 'Contact', opportunity: 'Opportunity' }

/** Checks for each custom field whether the location has a field with its key and a usable type. */
export async function fieldChecks({ fields }: Connection, model: FieldModel): Promise<CrmCheckResult[]> {
  const listed = await fields.list(model)
  if (!listed.ok) {
    const { failure } = listed
    const detail = withRemedy(failure, 'locations/customFields.readonly')
    return [{ name: `Custom fields of ${model}`, ok: false, detail }]
  }
  return Object.entries(KNOWN_FIELDS[model]).map(([key, types]) => {
    const name = `Custom field ${key}`
    const field = listed.value.find(({ fieldKey }) => fieldKey === key)
    if (!field) return { name, ok: false, detail: `Missing, so it is not sent. ${createIt(model, key)}` }
    const detail = `${field.name} (${field.dataType})`
    if (isUsable(model, field)) return { name, ok: true, detail }
    const remedy = `Change it to one of: ${types.join(', ')}.`
    return {
      name,
      ok: false,
      detail: `${detail} has an unsuitable type, so it is not sent. ${remedy}`,
    }
  })
}

const createIt = (model: FieldModel, key: string) =>
  `Create it under Settings > Custom Fields, tab ${TAB[model]}, with the key ${key}.`
