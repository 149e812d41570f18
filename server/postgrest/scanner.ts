/** Reads a text from left to right. What does not match is left for the next attempt. */
export class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Takes what a sticky pattern matches here; returns its first group, or all of it if it has none. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (!match) return undefined
    this.#at = pattern.lastIndex
    return match[1] ?? match[0]
  }

  /** Takes exactly this text; returns false if something else is here. */
  skip(text: string): boolean {
    const isHere = this.#text.startsWith(text, this.#at)
    if (isHere) this.#at += text.length
    return isHere
  }

  /** Goes back to where it was if the parser finds nothing. */
  attempt<Found>(parse: (scan: Scanner) => Found | undefined): Found | undefined {
    const start = this.#at
    const found = parse(this)
    if (found === undefined) this.#at = start
    return found
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }
}

/** Returns what the parser finds if it is the whole text. */
export function parseWhole<Found>(
  text: string,
  parse: (scan: Scanner) => Found | undefined,
): Found | undefined {
  const scan = new Scanner(text)
  const found = parse(scan)
  return scan.isAtEnd ? found : undefined
}
