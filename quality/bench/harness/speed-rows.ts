import type { Load } from './load.ts'
import type { Row } from './results.ts'
import { median, ratio } from './rounds.ts'

type Loads = readonly Pick<Load, 'perSecond'>[]

const speeds = (loads: Loads) => loads.map(({ perSecond }) => perSecond)

/** Returns how many times as fast as the others they are, by rounds. */
const speedRatio = (loads: Loads, others: Loads) => ratio(speeds(loads), speeds(others))

/** Returns the ratio of two speeds as a row of a report. */
export const ratioRow = (what: string, loads: Loads, others: Loads, target?: Row['target']): Row => ({
  what,
  value: speedRatio(loads, others),
  unit: 'times',
  ...(target && { target }),
})

/** Returns a median speed as a row of a report. */
export const speedRow = (what: string, loads: Loads): Row => ({
  what,
  value: median(speeds(loads)),
  unit: '/s',
})
