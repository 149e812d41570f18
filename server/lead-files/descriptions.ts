import { z } from 'zod'
import { ACTIONS } from '#domain/lead-files/actions.ts'
import { FILE_FIELDS, LEAD_FIELDS } from '#domain/lead-files/fields.ts'
import type { ImportProgress, LeadImport } from '#protocol/lead-files.ts'
import { count, hash, moment, momentOrNull } from '../openapi/answers.ts'
import type { Description } from '../openapi/description.ts'

/** `?dry=1`, or the hash of a dry run. `columns` gives the fields of the columns if their names do not. */
export const IMPORT_QUERY = z
  .strictObject({
    dry: z.literal('1').optional(),
    hash: hash.optional(),
    columns: z
      .string()
      .optional()
      .meta({ description: 'A field per column, or nothing: street_address,,postcode' }),
  })
  .refine(({ dry, hash }) => (dry === undefined) !== (hash === undefined))

const COUNTS = { create: count, update: count, unchanged: count, skip: count, conflict: count }

const IMPORT: z.ZodType<LeadImport> = z.object({
  hash,
  ...COUNTS,
  columns: z.array(z.object({ name: z.string(), field: z.enum(FILE_FIELDS).nullable() })),
  warnings: z.array(z.string()),
  rows: z.array(
    z.object({
      line: count,
      action: z.enum(ACTIONS),
      door: z.string().exactOptional(),
      changes: z
        .array(z.object({ field: z.enum(LEAD_FIELDS), from: z.string(), to: z.string() }))
        .exactOptional(),
      reason: z.string().exactOptional(),
      cells: z.array(z.string()).exactOptional(),
    }),
  ),
})

const PROGRESS: z.ZodType<ImportProgress | null> = z
  .object({ hash, ...COUNTS, rows: count, done: count, started_at: moment, finished_at: momentOrNull })
  .nullable()

export const DESCRIPTIONS = {
  import: {
    summary: 'Plan the import of a file of leads, or apply what was planned',
    query: IMPORT_QUERY,
    body: 'text/csv',
    answer: IMPORT,
  },
  progress: { summary: 'Read how far the last import of leads has come', answer: PROGRESS },
  export: { summary: 'Export all leads', answer: 'text/csv' },
} satisfies Record<string, Description>
