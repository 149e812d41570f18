import { z } from 'zod'
import { AREA_COLUMNS, type AreaTexts } from '#domain/premises/area-entry.ts'
import { DATASET_KINDS } from '#domain/premises/dataset.ts'
import type { LoadingProgress, VersionLoaded, VersionWanted } from '#protocol/premises-data.ts'
import { storableText } from '../http/storable-text.ts'

const MAX_AREAS = 1_000
const MAX_NAMES = 100_000

/** Text that the database can store. */
const text = storableText()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

const VERSION_PARAMS = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
})

/** Returns the id of a version in the parameters of a path, or 0, which no version has, if it is not valid. */
export const versionIdOf = (params: unknown): number => VERSION_PARAMS.safeParse(params).data?.id ?? 0

export const AREA_PARAMS = z.object({ area: text.max(20) })

export const AREAS_BODY = z
  .array(
    z.strictObject({
      ...Object.fromEntries(AREA_COLUMNS.map((column) => [column, text.max(1_000)])),
      note: text.max(1_000).default(''),
    }),
  )
  .max(MAX_AREAS) as unknown as z.ZodType<AreaTexts[]>

export const WANTED_BODY: z.ZodType<VersionWanted> = z.strictObject({
  kind: z.enum(DATASET_KINDS),
  observed_month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  sha256,
  only_areas: z.array(text.max(20)).max(MAX_AREAS),
})

export const PROGRESS_BODY = z.strictObject({
  rows: count,
  read_percent: z.number().int().min(0).max(100),
}) satisfies z.ZodType<LoadingProgress>

export const LOADED_BODY = z.strictObject({
  rows: count,
  refused: count,
  files: z.array(z.strictObject({ name: text, bytes: count, sha256, rows: count, refused: count })),
  names: z.array(text).max(MAX_NAMES),
}) satisfies z.ZodType<VersionLoaded>
