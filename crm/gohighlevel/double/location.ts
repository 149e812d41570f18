import { type Answer, ok } from './answers.ts'
import { type DoubleState, LOCATION_ID, PIPELINE_ID, STAGES } from './state.ts'

const STAGE_NAMES = { open: 'Contacted', qualified: 'Qualified', won: 'Won', lost: 'Lost' }

/** `GET /locations/{id}`. */
export const getLocation = (state: DoubleState): Answer =>
  ok({
    location: {
      id: LOCATION_ID,
      name: 'Doorstep test location',
      timezone: 'Europe/London',
      ...(state.tellsSettings && {
        settings: {
          allowDuplicateContact: false,
          allowDuplicateOpportunity: state.duplicates === 'allowed',
        },
      }),
    },
  })

/** `GET /locations/{id}/customFields`. */
export const getCustomFields = (
  { customFields: { contact, opportunity } }: DoubleState,
  { model = 'contact' }: { model?: 'contact' | 'opportunity' | 'all' },
): Answer =>
  ok({
    customFields:
      model === 'all' ? [...contact, ...opportunity] : model === 'contact' ? contact : opportunity,
  })

/** `GET /opportunities/pipelines`. */
export const getPipelines = (): Answer =>
  ok({
    pipelines: [
      {
        id: PIPELINE_ID,
        name: 'Field sales',
        locationId: LOCATION_ID,
        stages: Object.entries(STAGES).map(([status, id], position) => ({
          id,
          name: STAGE_NAMES[status as keyof typeof STAGES],
          position,
        })),
      },
    ],
  })
