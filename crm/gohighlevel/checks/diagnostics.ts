import { z } from 'zod'
import type { CrmCheckResult, CrmFailure, CrmResult } from '../../port.ts'
import { unreadable } from '../http/answer-to-failure.ts'
import type { Call } from '../http/client.ts'
import type { Connection } from '../http/connection.ts'
import { getCustomFields, getLocation, getPipelines, searchContacts } from '../http/requests.ts'
import { fieldChecks } from './field-checks.ts'
import { pipelineChecks } from './pipeline-checks.ts'
import { rateCheck } from './rate-check.ts'
import { withRemedy } from './remedies.ts'

const locationAnswer = z.object({
  location: z.object({
    name: z.string().catch(''),
    settings: z
      .object({ allowDuplicateOpportunity: z.boolean().optional().catch(undefined) })
      .catch({ allowDuplicateOpportunity: undefined }),
  }),
})
type Location = z.infer<typeof locationAnswer>['location']

/** `Crm.checkCredentials`: reads the location, and makes one call per read scope. */
export async function checkCredentials(connection: Connection): Promise<CrmCheckResult[]> {
  const [location, ...scopes] = await Promise.all([readLocation(connection), ...scopeChecks(connection)])
  return [locationCheck(connection, location), ...scopes, WRITE_SCOPES]
}

/** `Crm.diagnostics`: also checks the pipeline, the custom fields and the rate limit. */
export async function diagnostics(connection: Connection): Promise<CrmCheckResult[]> {
  const location = await readLocation(connection)
  const [scopes, pipeline, contactFields, opportunityFields] = await Promise.all([
    Promise.all(scopeChecks(connection)),
    pipelineChecks(connection),
    fieldChecks(connection, 'contact'),
    fieldChecks(connection, 'opportunity'),
  ])
  return [
    locationCheck(connection, location),
    ...scopes,
    WRITE_SCOPES,
    ...pipeline,
    ...contactFields,
    ...opportunityFields,
    ...(location.ok ? [duplicateCheck(location.value)] : []),
    rateCheck(connection.client.seenLimits()),
  ]
}

const WRITE_SCOPES: CrmCheckResult = {
  name: 'Scopes contacts.write, opportunities.write',
  ok: true,
  detail: 'Not tested, because a test would write. If one is missing, the next push reports it.',
}

async function readLocation({ client, settings }: Connection): Promise<CrmResult<Location>> {
  const answered = await client.call(getLocation(settings.locationId))
  if (!answered.ok) return answered
  const location = locationAnswer.safeParse(answered.value).data?.location
  return location ? { ok: true, value: location } : unreadable('location')
}

function locationCheck({ settings }: Connection, location: CrmResult<Location>): CrmCheckResult {
  const name = 'Location'
  if (!location.ok) return failed(name, location.failure, 'locations.readonly')
  return { name, ok: true, detail: `${location.value.name} (${settings.locationId})` }
}

function scopeChecks({ client, settings }: Connection): Promise<CrmCheckResult>[] {
  const { locationId } = settings
  const search = searchContacts(
    { locationId, pageLimit: 1, filters: [], sort: [{ field: 'dateUpdated', direction: 'asc' }] },
    undefined,
  )
  const reads: [scope: string, call: Call][] = [
    ['contacts.readonly', search],
    ['opportunities.readonly', getPipelines(locationId)],
    ['locations/customFields.readonly', getCustomFields(locationId, 'contact')],
  ]
  return reads.map(async ([scope, call]) => {
    const name = `Scope ${scope}`
    const answered = await client.call(call)
    return answered.ok
      ? { name, ok: true, detail: 'The token has it.' }
      : failed(name, answered.failure, scope)
  })
}

const failed = (name: string, failure: CrmFailure, scope: string): CrmCheckResult => ({
  name,
  ok: false,
  detail: withRemedy(failure, scope),
})

const duplicateCheck = ({ settings: { allowDuplicateOpportunity } }: Location): CrmCheckResult => ({
  name: 'Duplicate opportunities',
  ok: allowDuplicateOpportunity !== true,
  detail: DUPLICATES[`${allowDuplicateOpportunity ?? 'unknown'}`],
})

const DUPLICATES = {
  true: 'The location allows several opportunities per contact. Turn off "Allow duplicate opportunity" in its settings: if a response is lost, only that setting reliably prevents a second one.',
  false: 'The location refuses a second opportunity for a contact.',
  unknown:
    'GoHighLevel does not say whether the location allows several opportunities per contact. Turn off "Allow duplicate opportunity" in its settings.',
}
