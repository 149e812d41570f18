import { isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH, type LeadPull } from '#protocol/back-office.ts'
import { ask, isAnything } from './ask.ts'

const PATH = `${BACK_OFFICE_PATH}/lead-pull`

/** Reads the pull of leads that is running; null if there is no such pull. */
export const readLeadPull = () => ask(PATH, isLeadPull)
export const stopLeadPull = () => ask(PATH, isAnything, { method: 'DELETE' })

const isLeadPull = (answer: unknown): answer is LeadPull | null => answer === null || isObject(answer)
