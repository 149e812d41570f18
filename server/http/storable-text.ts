import { z } from 'zod'
import { SEARCHED_DAY } from '#protocol/office-sales.ts'

/** Returns true if the database can store a text: its UTF-8 allows no NUL and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A text that the database can store, with at most `max` characters if that is given. */
export const storableText = (max?: number) =>
  (max === undefined ? z.string() : z.string().max(max)).refine(isStorable)

/** A day in London, `YYYY-MM-DD`, for the search of a list. An empty field does not filter. */
export const searchedDay = z.union([z.literal(''), z.iso.date().regex(SEARCHED_DAY)]).default('')
