const MINUTE_SECONDS = 60

/** Each unit with its length in minutes. */
const UNITS = [
  [24 * 60, 'day'],
  [60, 'hour'],
  [1, 'minute'],
] as const

/**
 * Returns how far a phone's clock was off, such as `1 day 2 hours slow`; from two minutes on, to the minute.
 * `aheadSeconds` is how far the server's clock was ahead of the phone's.
 */
export const clockErrorInWords = (aheadSeconds: number): string =>
  `${durationInWords(Math.round(Math.abs(aheadSeconds)))} ${aheadSeconds > 0 ? 'slow' : 'fast'}`

function durationInWords(seconds: number): string {
  if (seconds < 2 * MINUTE_SECONDS) return counted(seconds, 'second')
  let rest = Math.round(seconds / MINUTE_SECONDS)
  const parts = UNITS.flatMap(([minutes, unit]) => {
    const count = Math.floor(rest / minutes)
    rest %= minutes
    return count === 0 ? [] : [counted(count, unit)]
  })
  return parts.join(' ')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
