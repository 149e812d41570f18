import { addDays } from '../cooling-off/calendar-date.ts'

type CallBackEvent = { id: string; day: string; time: string | null; place: string; at: string }

/**
 * London's clock changes since 1996. With them, a calendar shows the agreed time even if the clocks change before it.
 */
const LONDON = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/London',
  'BEGIN:DAYLIGHT',
  'DTSTART:19960331T010000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'TZNAME:BST',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0000',
  'TZNAME:GMT',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/**
 * Returns a call-back as a calendar file (RFC 5545): half an hour at its time in London, or the whole day. `at` is now.
 */
export function callBackFile({ id, day, time, place, at }: CallBackEvent): string {
  const date = plain(day)
  const when =
    time === null
      ? [`DTSTART;VALUE=DATE:${date}`, `DTEND;VALUE=DATE:${plain(addDays(day, 1))}`]
      : [`DTSTART;TZID=Europe/London:${date}T${plain(time)}00`, 'DURATION:PT30M']
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Doorstep//Call-backs//EN',
    ...LONDON,
    'BEGIN:VEVENT',
    `UID:${id}@doorstep`,
    `DTSTAMP:${plain(at.slice(0, 19))}Z`,
    ...when,
    `SUMMARY:${escaped(`Call back: ${place}`)}`,
    `LOCATION:${escaped(place)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

const plain = (moment: string) => moment.replace(/[-:]/g, '')
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, '\\n')

const MAX_OCTETS = 75
const octetsOf = (character: string) => new TextEncoder().encode(character).length

/** Folds a line that is too long. Each further part begins with a blank, and no character is split (RFC 5545, 3.1). */
function folded(line: string): string {
  let octets = 0
  const parts = Array.from(line, (character) => {
    octets += octetsOf(character)
    if (octets <= MAX_OCTETS) return character
    octets = 1 + octetsOf(character)
    return `\r\n ${character}`
  })
  return parts.join('')
}
