import { z } from 'zod'

/** The parts of answers that several routes share (docs/product 8). */

/** UTC, ISO 8601. */
export const moment = z.iso.datetime()
export const momentOrNull = moment.nullable()
export const textOrNull = z.string().nullable()
export const pounds = z.number().meta({ description: 'Pounds' })
export const count = z.int().min(0)
/** SHA-256 in hex. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The body of a refusal by `ghl-sync` or by the CRM's webhook. */
export const ERROR = z.object({ error: z.string() })
