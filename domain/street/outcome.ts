/** The outcomes of a visit, as an agent taps them (docs/product 15.1). */
export const OUTCOMES = [
  'no-answer',
  'call-back',
  'not-interested',
  'refused',
  'do-not-knock',
  'no-access',
  'empty',
] as const
export type Outcome = (typeof OUTCOMES)[number]

export const OUTCOME_WORDS: Record<Outcome, string> = {
  'no-answer': 'No answer',
  'call-back': 'Call back',
  'not-interested': 'Not interested',
  refused: 'Refused',
  'do-not-knock': 'Do not knock',
  'no-access': 'No access',
  empty: 'Empty',
}

type OutcomeTraits = {
  /** Whether the agent spoke to the household, so that its lead counts as contacted. */
  spoke: boolean
  /** Whether it settles a call-back that was agreed before. */
  endsCallBack: boolean
  /** After how many days the door may be tried again; null if the outcome does not say. */
  restDays: number | null
}

/** What follows from an outcome (docs/product 15.3). */
export const OUTCOME_TRAITS: Record<Outcome, OutcomeTraits> = {
  'no-answer': { spoke: false, endsCallBack: false, restDays: null },
  'call-back': { spoke: true, endsCallBack: true, restDays: null },
  'not-interested': { spoke: true, endsCallBack: true, restDays: 90 },
  refused: { spoke: true, endsCallBack: true, restDays: 180 },
  'do-not-knock': { spoke: true, endsCallBack: true, restDays: null },
  'no-access': { spoke: false, endsCallBack: false, restDays: null },
  empty: { spoke: false, endsCallBack: true, restDays: 60 },
}

/** After this many visits in a row without an answer, a door rests for this many days. */
export const MAX_TRIES = 4
export const REST_DAYS_AFTER_TRIES = 30
