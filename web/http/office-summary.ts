import { isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { SUMMARY_PATH, type Summary } from '#protocol/office-summary.ts'
import { ask } from './ask.ts'

/** Reads the figures from one day in London to another, both included. */
export const readSummary = (period: Pick<Summary, 'from' | 'to'>) =>
  ask(`${BACK_OFFICE_PATH}${SUMMARY_PATH}?${new URLSearchParams(period)}`, isObject<Summary>)
