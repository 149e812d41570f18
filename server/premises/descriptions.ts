import { z } from 'zod'
import { DATASET_KINDS } from '#domain/premises/dataset.ts'
import { ANSWERS } from '#domain/premises/rule.ts'
import { count, hash, moment, momentOrNull, textOrNull } from '../openapi/answers.ts'
import type { Description } from '../openapi/description.ts'
import { AREAS_BODY, LOADED_BODY, PROGRESS_BODY, WANTED_BODY } from './requests.ts'

const AREA = z.object({
  area: z.string(),
  name: z.string(),
  state: z.enum(['open', 'closed', 'unknown']),
  open_from: textOrNull,
  open_to: textOrNull,
  max_voucher: count.nullable().meta({ description: 'Pounds' }),
  source_url: z.string(),
  checked_on: z.string(),
  note: z.string(),
})

const VERSION = z.object({
  id: z.int(),
  kind: z.enum(DATASET_KINDS),
  observed_month: z.string(),
  state: z.enum(['loading', 'active', 'kept', 'dropped']),
  rows: count,
  refused: count,
  sha256: hash,
  only_areas: z.array(z.string()),
  files: LOADED_BODY.shape.files,
  source: z.string(),
  source_url: z.string(),
  licence: z.string(),
  attribution: z.string(),
  imported_at: momentOrNull,
})

/** Describes the routes of premises data, for `/openapi.json`. */
export const DATA_ROUTES = {
  list: {
    summary: 'The versions of premises data, the voucher areas, and how far an import has come',
    answer: z.object({
      versions: z.array(VERSION),
      areas: z.array(AREA),
      loading: PROGRESS_BODY.extend({ id: z.int(), is_silent: z.boolean() }).nullable(),
    }),
  },
  putAreas: {
    summary: 'Stores voucher areas, all or none',
    body: AREAS_BODY,
    answer: z.array(AREA),
  },
  deleteArea: { summary: 'Deletes a voucher area' },
  begin: {
    summary: 'Begins a version, from this machine only',
    body: WANTED_BODY,
    answer: z.union([
      z.object({ id: z.int() }),
      z.object({ same: z.int(), state: z.enum(['active', 'kept']) }),
      z.object({ busy: z.literal(true) }),
    ]),
  },
  renew: {
    summary: 'Keeps an import alive and stores how far it has come, from this machine only',
    body: PROGRESS_BODY,
  },
  load: { summary: 'Loads rows into a version, from this machine only' },
  activate: {
    summary: 'Makes a loaded version active, unless a newer one is, from this machine only',
    body: LOADED_BODY,
    answer: z.object({ answers: z.int() }),
  },
  drop: {
    summary: 'Drops a version. If it was active, the kept one becomes active again',
    answer: z.object({ was: z.enum(['loading', 'active', 'kept']).nullable(), answers: z.int().nullable() }),
  },
} satisfies Record<string, Description>

const VERDICT = z.object({
  answer: z.enum(ANSWERS),
  reasons: z.array(z.string()),
  level: z.looseObject({}),
  sources: z.array(z.looseObject({})),
  maxVoucher: count.nullable().meta({ description: 'Pounds' }),
  rule: z.string(),
  checkedAt: moment,
})

/** Describes the routes that check vouchers, for `/openapi.json`. */
export const PREMISES_ROUTES = {
  slice: {
    summary: 'The premises of an area, packed for a phone; 204 while no data is active',
    query: z.object({ area: z.string().optional() }),
  },
  verdict: {
    summary: 'What premises data says about a voucher for one household',
    query: z.object({ uprn: z.string().optional(), postcode: z.string().optional() }),
    answer: z.object({ verdict: VERDICT.nullable() }),
  },
} satisfies Record<string, Description>
