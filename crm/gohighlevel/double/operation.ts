import { z } from 'zod'

/** One call of the API, and what its documentation allows in it. `path` captures the ids. */
export type Operation = {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: RegExp
  scope: string
  query: z.ZodType
  body?: z.ZodType
}

export const text = z.string().min(1)
export const nothing = z.strictObject({})
