import type { Change } from '#protocol/changes.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import type { BeginningOfLists } from '../storage/first-read.ts'
import { nextPaint } from '../ui/next-paint.ts'
import { KeptLists } from './kept-lists.ts'
import { ShownLists } from './shown-lists.ts'
import type { ListsAnswered } from './territory.ts'

type Place = { area: string | undefined; cursor: string }
type PlaceRead = { area: string | undefined; cursor: string | undefined }

/** The rows that the screens show, and the same rows kept on the phone for the next start. */
export class ListRows {
  readonly shown = new ShownLists()
  readonly kept: KeptLists
  /** The rows have everything that the server knew at this moment of the phone's clock. */
  inStepAt: string | undefined
  /** The place from which to follow the kept rows; undefined if the phone kept no rows. */
  #keptFrom: { cursor: string | undefined } | undefined

  constructor(phone: PhoneDatabase) {
    this.kept = new KeptLists(phone)
  }

  get areKept(): boolean {
    return this.#keptFrom !== undefined
  }

  /** Shows the first of the kept rows, if there are any. */
  begin({ cursor, inStepAt, leads }: BeginningOfLists): void {
    this.inStepAt = inStepAt
    if (inStepAt === undefined && cursor === undefined) return
    this.#keptFrom = { cursor }
    this.shown.showFirst(leads)
  }

  /**
   * Shows all kept rows. Returns the cursor to follow them from; undefined if the server must be asked for the rows.
   */
  async showKept(): Promise<string | undefined> {
    if (!this.#keptFrom) return undefined
    try {
      await nextPaint()
      const { leads, opportunities } = await this.kept.read()
      this.shown.showKept(leads, opportunities)
      return this.#keptFrom.cursor
    } catch (error) {
      this.kept.discard(error)
      return undefined
    }
  }

  /** Shows the lists requested from the server at `readFrom`. Returns whether both could be read. */
  showRead(lists: ListsAnswered, readFrom: string): boolean {
    const isWhole = lists.every(({ ok }) => ok)
    if (isWhole) this.inStepAt = readFrom
    this.shown.showRead(lists)
    return isWhole
  }

  /** Keeps the lists read from the server, and applies the changes that arrived meanwhile. */
  followRead(
    [leads, opportunities]: ListsAnswered,
    held: readonly Change[],
    { area, cursor }: PlaceRead,
  ): void {
    this.shown.apply(held)
    void this.shown.prepareOrders()
    const { inStepAt } = this
    if (!leads.ok || !opportunities.ok || inStepAt === undefined || cursor === undefined) return
    const lists = { area, cursor, inStepAt, leads: leads.value, opportunities: opportunities.value }
    void this.kept.replace(lists, held)
  }

  apply(changes: readonly Change[], place: Place): void {
    this.shown.apply(changes)
    void this.kept.add(changes, place)
  }

  /**
   * Notes that the rows of this area have everything that the server knew at `at`, unless the kept ones are outdated.
   */
  saveInStep(area: string | undefined, at: string): void {
    if (this.kept.outdated) return
    this.inStepAt = at
    void this.kept.saveInStepAt(area, at)
  }
}
