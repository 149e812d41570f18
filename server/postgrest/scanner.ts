/** Reads a text from left to right. If a text does not match, the position stays for the next attempt. */
export class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Takes the match of a sticky pattern here. Returns its first group, or the whole match if there is no group. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (!match) return undefined
    this.#at = pattern.lastIndex
    return match[1] ?? match[0]
  }

  /** Takes exactly this text. Returns false if another text is here. */
  skip(text: string): boolean {
    const isHere = this.#text.startsWith(text, this.#at)
    if (isHere) this.#at += text.length
    return isHere
  }

  /** Runs the parser. If it finds nothing, restores the position. */
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

/** Returns the parser's result, or undefined if it does not read the whole text. */
export function parseWhole<Found>(
  text: string,
  parse: (scan: Scanner) => Found | undefined,
): Found | undefined {
  const scan = new Scanner(text)
  const found = parse(scan)
  return scan.isAtEnd ? found : undefined
}
