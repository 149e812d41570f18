const BETWEEN = '\n'

/**
 * Many texts as a single one: what contains a needle is found in one native scan, some thirty times sooner than by
 * asking text after text.
 */
export class JoinedTexts {
  readonly #joined: string
  readonly #ends: Uint32Array

  constructor(texts: readonly string[]) {
    this.#joined = texts.join(BETWEEN)
    let end = -BETWEEN.length
    this.#ends = Uint32Array.from(texts, ({ length }) => {
      end += BETWEEN.length + length
      return end
    })
  }

  /** The places, counted from 0 and in order, of the texts that contain this needle, which is not empty. */
  placesOf(needle: string): number[] {
    const places: number[] = []
    let place = 0
    for (let at = this.#joined.indexOf(needle); at !== -1; ) {
      while (this.#endOf(place) <= at) place++
      const isWithin = at >= this.#startOf(place) && at + needle.length <= this.#endOf(place)
      if (isWithin) places.push(place)
      at = this.#joined.indexOf(needle, isWithin ? this.#endOf(place) : at + 1)
    }
    return places
  }

  #endOf(place: number): number {
    return this.#ends[place] ?? Number.POSITIVE_INFINITY
  }

  #startOf(place: number): number {
    return place === 0 ? 0 : this.#endOf(place - 1) + BETWEEN.length
  }
}
