const HAS_LETTER = /[\p{L}\p{N}]/u

/** Four words in a row occur in few addresses. Two or three, such as `1 Castle Road`, may occur in thousands. */
const PARTS = 4

/**
 * Splits a pattern of four words or more into four shorter ones, each with a quarter of the words and the spaces beside
 * them. A text that matches the pattern also matches each of them. Returns undefined for fewer words.
 */
export function splitPattern(pattern: string): string[] | undefined {
  const words = [...pattern.matchAll(/\S+/g)].filter(([word]) => HAS_LETTER.test(word))
  if (words.length < PARTS) return undefined
  const starts = Array.from({ length: PARTS }, (_, part) => Math.floor((part * words.length) / PARTS))
    .map((first) => words[first]?.index ?? 0)
    .with(0, 0)
  return starts.map((start, part) => {
    const next = starts[part + 1]
    const own = next === undefined ? pattern.slice(start) : `${pattern.slice(start, next)}%`
    return part === 0 ? own : `%${pattern[start - 1]}${own}`
  })
}
