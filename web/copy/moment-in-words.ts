const TIME = { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' } as const

/** Returns a moment as `24 Nov 2026, 10:04`, in London time. */
export const momentInWords = (moment: string): string =>
  inWords(moment, { ...TIME, day: 'numeric', month: 'short', year: 'numeric' })

/** Returns a moment as `10:04`, in London time. */
export const timeInWords = (moment: string): string => inWords(moment, TIME)

const inWords = (moment: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', parts).format(new Date(moment))
