/** The part of a problem that we read here. */
export type Refused = { code?: string; message?: string }

const MINUTE = 60

/** Returns the sentence of a refusal for the person: the server's own, or how long to wait if that is known. */
export function refusalInWords({ code, message }: Refused, restSeconds = 0): string {
  const sentence = message ?? 'That didn’t work. Try again in a moment.'
  return code === 'too-many-tries' && restSeconds > 0
    ? `Too many wrong passwords. Try again in ${waitInWords(restSeconds)}.`
    : sentence
}

function waitInWords(seconds: number): string {
  const [count, unit] = seconds < MINUTE ? [seconds, 'second'] : [Math.ceil(seconds / MINUTE), 'minute']
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`
}
