import { isTooMuch, type Territory } from '#protocol/territory.ts'
import type { KeptLists } from './kept-lists.ts'
import { readTerritory } from './territory.ts'

/**
 * What the server's territory means for the area that this phone takes:
 * - `fits`: the phone can read the lists of `area`, which is undefined for all areas
 * - `must-choose`: there is more than a phone keeps, in several areas
 * - `other-areas`: the area that the app picked is no longer the only one
 * - `failed`: the server did not answer
 */
export type Fit =
  | { name: 'fits'; area: string | undefined }
  | { name: 'must-choose'; territory: Territory }
  | { name: 'other-areas' }
  | { name: 'failed'; message: string }

/** Decides for a phone whose agent has not chosen an area. `area` is the one that the app has picked, if any. */
export function fitOf(area: string | undefined, territory: Territory): Fit {
  const only = onlyArea(territory)
  if (area !== undefined && area !== only) return { name: 'other-areas' }
  if (only === undefined && isTooMuch(territory)) return { name: 'must-choose', territory }
  return { name: 'fits', area: only }
}

/** Returns the area that the app picks without asking: the only one, if it is too large to be kept in full. */
function onlyArea(territory: Territory): string | undefined {
  const [only, ...others] = territory.areas
  return isTooMuch(territory) && others.length === 0 ? only?.area : undefined
}

/** The area that this phone takes, and the areas on offer while the agent must or wants to choose one. */
export class AreaChoice {
  /** The only area that this phone takes: `''` for rows without an area, undefined for all areas. */
  area: string | undefined
  /** Whether the app picked the area because it was the only one, and too large to be kept in full. */
  isAutomatic = false
  offered: Territory | undefined
  readonly #kept: KeptLists
  #prefetched: ReturnType<typeof readTerritory> | undefined

  constructor(kept: KeptLists) {
    this.#kept = kept
  }

  /** Restores the saved area. */
  restore(area: string | undefined, isAutomatic: boolean): void {
    this.area = area
    this.isAutomatic = isAutomatic
  }

  /** Asks for the areas while the stream opens, because a phone without lists needs them next. */
  prefetch(): void {
    this.#prefetched = readTerritory()
  }

  /** Offers all areas to the agent. Returns why that failed, if it did. */
  async offer(): Promise<string | undefined> {
    const territory = await readTerritory()
    if (!territory.ok) return territory.failure.message
    this.offered = territory.value
    return undefined
  }

  /** Takes an area, and saves that for the next start. */
  async take(area: string | undefined, isAutomatic = false): Promise<void> {
    this.restore(area, isAutomatic)
    await this.#kept.saveArea(area, isAutomatic)
  }

  /** Finds out whether the lists of this area can be read. Picks the only area if it cannot be kept in full. */
  async fit(): Promise<Fit> {
    if (this.#isChosen()) return { name: 'fits', area: this.area }
    const territory = await (this.#prefetched ?? readTerritory())
    this.#prefetched = undefined
    if (!territory.ok) return { name: 'failed', message: territory.failure.message }
    // The agent may have chosen while we asked.
    if (this.#isChosen()) return { name: 'fits', area: this.area }
    const fit = fitOf(this.area, territory.value)
    if (fit.name === 'fits' && fit.area !== this.area) await this.take(fit.area, true)
    return fit
  }

  /** Returns whether there are now areas other than the one that the app picked. */
  async hasOthers(): Promise<boolean> {
    const territory = await readTerritory()
    return territory.ok && this.isAutomatic && fitOf(this.area, territory.value).name === 'other-areas'
  }

  #isChosen(): boolean {
    return this.area !== undefined && !this.isAutomatic
  }
}
