import type { CrmResult } from '../../port.ts'
import type { GoHighLevelSettings } from '../http/settings.ts'

/** Returns the pipeline for sales. Only the company knows which of several pipelines that is, so we never guess. */
export function pipelineOf({ pipelineId }: GoHighLevelSettings): CrmResult<string> {
  if (pipelineId !== undefined) return { ok: true, value: pipelineId }
  const message = 'No pipeline is chosen: set GHL_PIPELINE_ID to the id of the pipeline for sales.'
  return { ok: false, failure: { code: 'settings', retry: 'later', message, status: null } }
}
