import { onFirstUse } from '#domain/kernel/on-first-use.ts'

const dayAndTime = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Europe/London',
    }),
)

/** Returns `21 Nov, 14:05`, in London time, whatever the phone's own clock is set to. */
export const formatLondonTime = (moment: string) => dayAndTime().format(new Date(moment))
