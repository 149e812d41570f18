import { changeIn, MAX_ROWS_ON_A_PHONE } from '#protocol/territory.ts'
import { callApi } from '../http/http.ts'
import { reached } from '../http/reached.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import type { BeginningOfLists } from '../storage/first-read.ts'
import { AreaChoice } from './area-choice.ts'
import { ListReader, type NotRead } from './list-reader.ts'
import { ListRows } from './list-rows.ts'
import type { ShownLists } from './shown-lists.ts'
import { StreamFollower } from './stream-follower.ts'

type Hooks = {
  /** The stream is open. If it was closed before, the server may have been restored from a backup meanwhile. */
  onOpen: () => void
}

/**
 * Both lists as this phone shows them: from its own storage at once, then from the server, then change by change. Three
 * parts have their own states, documented at their heads: the connection (`StreamFollower`), how the rows relate to the
 * server's (`ListReader`) and the area (`AreaChoice`). This class passes events between them.
 */
export class LiveLists {
  readonly shown: ShownLists
  readonly #hooks: Hooks
  readonly #rows: ListRows
  readonly #area: AreaChoice
  readonly #reader: ListReader
  readonly #stream: StreamFollower

  constructor(phone: PhoneDatabase, hooks: Hooks) {
    this.#hooks = hooks
    this.#rows = new ListRows(phone)
    this.shown = this.#rows.shown
    this.#area = new AreaChoice(this.#rows.kept)
    this.#reader = new ListReader(this.#area, {
      isConnected: () => this.connection === 'open',
      onRead: (lists, readFrom) => this.#rows.showRead(lists, readFrom) && this.#stream.cursor !== undefined,
      onFollowing: (lists, held) =>
        this.#rows.followRead(lists, held, { area: this.area, cursor: this.#stream.cursor }),
      onNotRead: (reason) => this.#showNotRead(reason),
    })
    this.#stream = new StreamFollower({
      isInStep: () => this.#isInStep,
      onOpen: (isGap) => this.#open(isGap),
      onChanges: (all, cursor) => {
        const changes = all.map((change) => changeIn(this.area, change))
        if (!this.#reader.hold(changes)) this.#rows.apply(changes, { area: this.area, cursor })
      },
      onBeat: (behindMs) => this.#saveInStep(behindMs),
      onFailed: () => void (this.#isInStep ? callApi('/healthz') : this.retry()),
      onDisconnected: () => this.shown.setDisconnected(this.isOffline),
    })
  }

  get connection() {
    return this.#stream.connection
  }
  /**
   * Whether neither the stream nor calls get through. An answered call proves the phone online, whatever the state of
   * the stream.
   */
  get isOffline() {
    return this.connection === 'lost' && !(navigator.onLine && reached.get())
  }
  /** The rows have everything that the server knew at this moment of the phone's clock. */
  get inStepAt() {
    return this.#rows.inStepAt
  }
  /** The only area that this phone takes: `''` for rows without an area, undefined for all areas. */
  get area() {
    return this.#area.area
  }
  /** The areas to choose from, while the agent must or wants to choose one. */
  get offeredAreas() {
    return this.#area.offered
  }

  get #isInStep() {
    return this.#reader.phase === 'following'
  }

  /** Shows the first rows that the phone has kept, so that the first screen has them. */
  begin(first: BeginningOfLists): void {
    this.#area.restore(first.area, first.tookOnlyArea)
    this.#rows.begin(first)
  }

  /** After `begin`: shows all rows that the phone has kept, then the server's, then every change. */
  async start(): Promise<void> {
    if (!this.#rows.areKept) this.#area.prefetch()
    this.#stream.watchOffline()
    const cursor = await this.#rows.showKept()
    if (cursor !== undefined) this.#reader.follow()
    this.#stream.follow(cursor, this.area)
  }

  /** Resolves once the list of leads has something to show: leads, areas to choose from, or a problem. */
  known(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!this.shown.areLeadsKnown && !this.offeredAreas) return
        unsubscribe()
        resolve()
      }
      const unsubscribe = this.shown.version.subscribe(check)
      check()
    })
  }

  /** Reads both lists again, or offers the areas if there is more than a phone keeps. */
  retry = (): Promise<void> => this.#reader.read()

  /** Offers all areas to the agent. Returns why that failed, if it did. */
  async offerAreas(): Promise<string | undefined> {
    const problem = await this.#area.offer()
    this.shown.changed()
    return problem
  }

  /**
   * Shows the lists of another area, or of all areas if it is undefined. `isAnew` reads them from the beginning, even
   * if the area is the same.
   */
  async chooseArea(area: string | undefined, isAnew = false): Promise<void> {
    const isShown = area === this.area && this.#isInStep && !isAnew
    this.#area.offered = undefined
    if (!isShown) {
      this.#stream.stop()
      this.#reader.restart()
      await this.#area.take(area, isAnew && this.#area.isAutomatic)
      this.shown.clear()
      this.#stream.follow(undefined, this.area)
    } else if (this.#area.isAutomatic) await this.#area.take(area)
    this.shown.changed()
  }

  #open(isGap: boolean): void {
    this.#hooks.onOpen()
    if (isGap || !this.#isInStep) this.#reader.readAgain()
    else {
      this.shown.setLoaded()
      if (this.area === undefined && this.shown.leads.size > MAX_ROWS_ON_A_PHONE) void this.retry()
      if (this.#area.isAutomatic) void this.#lookForOtherAreas()
    }
  }

  async #lookForOtherAreas(): Promise<void> {
    const hasOthers = await this.#area.hasOthers()
    if (hasOthers && this.#isInStep) await this.chooseArea(undefined)
  }

  async #showNotRead(reason: NotRead): Promise<void> {
    if (reason.name === 'failed') this.shown.setProblem(reason.message)
    else if (reason.name === 'other-areas') await this.chooseArea(undefined)
    else {
      this.#stream.stop()
      this.#area.offered = reason.territory
      this.shown.changed()
    }
  }

  #saveInStep(behindMs: number | undefined): void {
    if (behindMs === undefined || !this.#isInStep || this.connection !== 'open') return
    this.#rows.saveInStep(this.area, new Date(Date.now() - behindMs).toISOString())
  }
}
