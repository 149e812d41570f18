const QUOTED = /^"((?:[^"\\]|\\.)*)"$/s

/**
 * Returns the items between commas that are outside quotes and parentheses, or undefined if these do not balance. A
 * quote opens only where a name or a value begins, so `5" pipe` needs no quotes.
 */
export function splitList(text: string): string[] | undefined {
  const items: string[] = []
  let start = 0
  let depth = 0
  let quoted = false
  let isBlank = true
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (quoted) {
      if (char === '\\') at += 1
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = isBlank || '(,.'.includes(text.charAt(at - 1))
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (char === ',' && depth === 0) {
      items.push(text.slice(start, at))
      start = at + 1
    }
    isBlank = at < start || (isBlank && /\s/.test(char))
    if (depth < 0) return undefined
  }
  return quoted || depth !== 0 ? undefined : [...items, text.slice(start)]
}

/** Returns a quoted text without its quotes and backslashes, and any other text unchanged. */
export function unquote(text: string): string {
  return QUOTED.exec(text)?.[1]?.replace(/\\(.)/gs, '$1') ?? text
}
