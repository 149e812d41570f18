import { randomUUID } from 'node:crypto'
import { type Answer, duplicateOpportunity, ok, refusal, unknownId } from './answers.ts'
import { type DoubleOpportunity, type DoubleState, LOCATION_ID, PIPELINE_ID, STAGES } from './state.ts'

type OpportunityInput = Partial<
  Pick<DoubleOpportunity, 'pipelineId' | 'pipelineStageId' | 'name' | 'status' | 'monetaryValue'>
> & { customFields?: { id: string; field_value: string }[] }
type NewOpportunity = OpportunityInput &
  Pick<DoubleOpportunity, 'contactId' | 'pipelineId' | 'name' | 'status'>
type Search = {
  pipeline_id?: string
  pipeline_stage_id?: string
  contact_id?: string
  status?: string
  limit?: string
  startAfter?: string
  startAfterId?: string
}

/** `POST /opportunities/`. */
export function createOpportunity(state: DoubleState, input: NewOpportunity): Answer {
  const wrong = wrongReference(state, input)
  if (wrong) return wrong
  const [existing] = state.duplicates === 'allowed' ? [] : state.livingOf(input.contactId, input.pipelineId)
  if (existing) return duplicateOpportunity(existing.id)
  const opportunity = addOpportunity(state, input)
  return ok({ opportunity: opportunityAlone(state, opportunity) }, 201)
}

function wrongReference(state: DoubleState, input: OpportunityInput & { contactId?: string }) {
  const { contactId, pipelineId = PIPELINE_ID, pipelineStageId } = input
  if (contactId !== undefined && !state.contacts.has(contactId))
    return unknownId(state.goneIds, 'contact', 400)
  if (pipelineId !== PIPELINE_ID) return refusal(400, 'The pipeline id is invalid.')
  if (pipelineStageId !== undefined && !Object.values(STAGES).includes(pipelineStageId))
    return refusal(400, 'The pipeline stage id is invalid.')
  return undefined
}

/** Adds an opportunity as a user of the CRM would. */
export function addOpportunity(state: DoubleState, input: NewOpportunity): DoubleOpportunity {
  const moment = state.tick()
  const opportunity: DoubleOpportunity = {
    id: randomUUID(),
    contactId: input.contactId,
    pipelineId: input.pipelineId,
    pipelineStageId: STAGES.open,
    name: input.name,
    status: input.status,
    monetaryValue: 0,
    fields: {},
    createdAt: moment,
    updatedAt: moment,
  }
  state.opportunities.set(opportunity.id, opportunity)
  writeOpportunity(state, opportunity, input)
  return opportunity
}

/** `PUT /opportunities/{id}` and `PUT /opportunities/{id}/status`. */
export function updateOpportunity(state: DoubleState, id: string, input: OpportunityInput): Answer {
  const opportunity = state.opportunities.get(id)
  if (!opportunity) return unknownId(state.goneIds, 'opportunity')
  const wrong = wrongReference(state, input)
  if (wrong) return wrong
  writeOpportunity(state, opportunity, input)
  return ok({ opportunity: opportunityAlone(state, opportunity) })
}

function writeOpportunity(state: DoubleState, opportunity: DoubleOpportunity, input: OpportunityInput): void {
  const { customFields = [], pipelineStageId, name, status, monetaryValue } = input
  if (pipelineStageId !== undefined) opportunity.pipelineStageId = pipelineStageId
  if (name !== undefined) opportunity.name = name
  if (status !== undefined) opportunity.status = status
  if (monetaryValue !== undefined) opportunity.monetaryValue = monetaryValue
  for (const { id, field_value } of customFields) {
    const known = state.customFields.opportunity.find((field) => field.id === id)
    if (known) opportunity.fields[known.fieldKey] = field_value
  }
  opportunity.updatedAt = state.tick()
}

/** `GET /opportunities/{id}`. */
export function getOpportunity(state: DoubleState, id: string): Answer {
  const opportunity = state.opportunities.get(id)
  return opportunity
    ? ok({ opportunity: opportunityAlone(state, opportunity) })
    : unknownId(state.goneIds, 'opportunity')
}

/** `GET /opportunities/search`: newest first. The `startAfter` in `meta` leads to the next page. */
export function searchOpportunities(state: DoubleState, search: Search): Answer {
  const found = [...state.opportunities.values()]
    .filter(
      (one) =>
        one.contactId === (search.contact_id ?? one.contactId) &&
        one.pipelineId === (search.pipeline_id ?? one.pipelineId) &&
        one.pipelineStageId === (search.pipeline_stage_id ?? one.pipelineStageId) &&
        (search.status === undefined || search.status === 'all' || one.status === search.status),
    )
    .sort((one, other) => other.createdAt - one.createdAt)
  const after = search.startAfter === undefined ? Number.POSITIVE_INFINITY : Number(search.startAfter)
  const rest = found.filter(({ createdAt }) => createdAt < after)
  const page = rest.slice(0, Number(search.limit ?? 20))
  const last = page.at(-1)
  return ok({
    opportunities: page.map((one) => opportunityInSearch(state, one)),
    meta: {
      total: found.length,
      nextPageUrl: 'http://localhost:5066/opportunities/search?page=2',
      startAfter: last?.createdAt,
      startAfterId: last?.id,
      currentPage: 1,
      nextPage: rest.length > page.length ? 2 : null,
      prevPage: null,
    },
    aggregations: {},
  })
}

function sameInBoth({ fields, createdAt, updatedAt, ...same }: DoubleOpportunity) {
  return {
    ...same,
    locationId: LOCATION_ID,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

const opportunityAlone = (state: DoubleState, opportunity: DoubleOpportunity) => ({
  ...sameInBoth(opportunity),
  customFields: fieldsOf(state, opportunity).map(({ id, value }) => ({ id, fieldValue: value })),
})

const opportunityInSearch = (state: DoubleState, opportunity: DoubleOpportunity) => ({
  ...sameInBoth(opportunity),
  customFields: fieldsOf(state, opportunity).map(({ id, value }) => ({
    id,
    fieldValueString: value,
    type: 'string',
  })),
})

const fieldsOf = (state: DoubleState, { fields }: DoubleOpportunity) =>
  state.customFields.opportunity.flatMap(({ id, fieldKey }) =>
    fields[fieldKey] === undefined ? [] : [{ id, value: fields[fieldKey] }],
  )
