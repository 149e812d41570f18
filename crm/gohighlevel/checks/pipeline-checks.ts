import { z } from 'zod'
import { OPPORTUNITY_STATUSES, type OpportunityStatus } from '#domain/opportunity/status.ts'
import type { CrmCheckResult } from '../../port.ts'
import type { Connection } from '../http/connection.ts'
import { getPipelines } from '../http/requests.ts'
import { pipelineOf } from '../opportunities/pipeline.ts'
import { withRemedy } from './remedies.ts'

const stage = z.object({ id: z.string(), name: z.string().catch('') })
const pipelineList = z.object({
  pipelines: z
    .array(
      z.object({
        id: z.string(),
        name: z.string().catch(''),
        stages: z.array(stage.nullable().catch(null)).catch([]),
      }),
    )
    .catch([]),
})
type Pipeline = z.infer<typeof pipelineList>['pipelines'][number]

const STAGE_SETTINGS: Record<OpportunityStatus, string> = {
  open: 'GHL_STAGE_OPEN',
  qualified: 'GHL_STAGE_QUALIFIED',
  'closed-won': 'GHL_STAGE_WON',
  'closed-lost': 'GHL_STAGE_LOST',
}

/** Checks the pipeline, and the stage that belongs to each status. */
export async function pipelineChecks({ client, settings }: Connection): Promise<CrmCheckResult[]> {
  const name = 'Pipeline'
  const answered = await client.call(getPipelines(settings.locationId))
  if (!answered.ok) {
    const detail = withRemedy(answered.failure, 'opportunities.readonly')
    return [{ name, ok: false, detail }]
  }
  const { pipelines = [] } = pipelineList.safeParse(answered.value).data ?? {}
  const choice = `Available: ${pipelines.map((one) => `${one.name} (${one.id})`).join(', ') || 'none'}.`
  const chosen = pipelineOf(settings)
  if (!chosen.ok) return [{ name, ok: false, detail: `${chosen.failure.message} ${choice}` }]
  const pipeline = pipelines.find(({ id }) => id === chosen.value)
  if (!pipeline)
    return [{ name, ok: false, detail: `GHL_PIPELINE_ID is not a pipeline of this location. ${choice}` }]
  return [
    { name, ok: true, detail: `${pipeline.name} (${pipeline.id})` },
    ...OPPORTUNITY_STATUSES.map((status) => stageCheck(pipeline, status, settings.stages[status])),
  ]
}

function stageCheck({ stages }: Pipeline, status: OpportunityStatus, id: string | undefined): CrmCheckResult {
  const name = `Stage ${status}`
  const setting = STAGE_SETTINGS[status]
  if (id === undefined)
    return { name, ok: true, detail: `None set, so the stage does not change. Set ${setting} to choose one.` }
  const known = stages.flatMap((one) => one ?? [])
  const found = known.find((one) => one.id === id)
  if (found) return { name, ok: true, detail: found.name }
  const choice = known.map((one) => `${one.name} (${one.id})`).join(', ') || 'none'
  return { name, ok: false, detail: `${setting} is not a stage of this pipeline. Available: ${choice}.` }
}
