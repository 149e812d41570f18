const HAS_LETTER = /[\p{L}\p{N}]/u

/** So many words in a row stand in few addresses; two or three, such as `1 Castle Road`, may stand in thousands. */
const PARTS = 4

/**
 * Shorter patterns that whatever is `like` a pattern of four words or more is like as well: a quarter of its words each,
 * with the blanks beside them. Undefined for fewer words.
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
