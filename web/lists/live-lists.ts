import type { LeadView } from '#domain/lead/lead-book.ts'
import { LEAD_SORTS } from '#domain/lead/lead-order.ts'
import type { Change } from '#protocol/changes.ts'
import { changeIn, isTooMuch, MOST_ROWS_ON_A_PHONE, type Territory } from '#protocol/territory.ts'
import { growingPause } from '../http/growing-pause.ts'
import type { Device } from '../storage/database.ts'
import type { BeginningOfLists } from '../storage/first-read.ts'
import { leadsAhead } from '../storage/leads-ahead.ts'
import type { PhoneSale } from '../sync/phone-sales.ts'
import { nextPaint } from '../ui/next-paint.ts'
import { followChanges } from './change-stream.ts'
import { KeptLists } from './kept-lists.ts'
import { OpportunityBook } from './opportunity-book.ts'
import { PhoneLeadBook } from './phone-lead-book.ts'
import { type ListsAnswered, readLists, readTerritory } from './territory.ts'

/** A break shorter than this is not worth a word. */
const PATIENCE_MS = 5_000

/** Until lists that could not be read are read again, at the most: first, and when that was refused often. */
const READ_AGAIN_MS = 20_000
const READ_AGAIN_AT_LAST_MS = 240_000

/** How this phone stands to the server's stream of changes. */
export type Line = 'connecting' | 'open' | 'lost'

type Hooks = {
  /** The stream is open, again perhaps: the server may have been put back to an older state meanwhile. */
  onOpen: () => void
}

type ListState = { loaded: boolean; problem: string | undefined }

/**
 * Both lists as this phone sees them: from its cache at once, then followed change by change. They are read whole
 * only when there is no cursor to resume from.
 */
export class LiveLists {
  readonly leads = new PhoneLeadBook()
  readonly opportunities = new OpportunityBook()
  leadsState: ListState = { loaded: false, problem: undefined }
  opportunitiesState: ListState = { loaded: false, problem: undefined }

  line: Line = 'connecting'
  /** When the lists last were what the server had, as far as it is known: the last beat of the line says so. */
  inStepAt: string | undefined

  /** The only area that this phone takes; `''` is no area, undefined all of them. */
  area: string | undefined
  /** Whether nobody chose that: it was the only one there was, and too much to be taken whole. */
  #tookOnlyArea = false
  /** What there is to choose from, while somebody has to choose an area or wants to. */
  choice: Territory | undefined

  /** The sales of this phone, of which the lists may not know yet. */
  #phoneSales: ReadonlyMap<string, PhoneSale> = new Map()

  readonly #kept: KeptLists
  readonly #hooks: Hooks
  readonly #listeners = new Set<() => void>()
  #version = 0
  /** Changes that arrived while the lists were not there yet. */
  #held: Change[] | undefined = []
  #cursor: string | undefined
  /** How far the phone has followed the lists that it has from before, if it has any. */
  #begun: { cursor: string | undefined } | undefined
  /** Asked for while the stream opens: a phone without lists needs it next. */
  #territory: ReturnType<typeof readTerritory> | undefined
  #reading = false
  /** Whether the stream began anew after a reading: what it does not tell may be missing there. */
  #readAgain = false
  #pause = growingPause(READ_AGAIN_MS, READ_AGAIN_AT_LAST_MS)
  #stopFollowing = () => {}
  #impatience: ReturnType<typeof setTimeout> | undefined
  #second: ReturnType<typeof setTimeout> | undefined

  constructor(device: Device, hooks: Hooks) {
    this.#kept = new KeptLists(device)
    this.#hooks = hooks
  }

  /** Takes the first rows of what the phone has, so that the first screen has them. */
  begin({ cursor, inStepAt, area, tookOnlyArea, leads }: BeginningOfLists): void {
    this.area = area
    this.#tookOnlyArea = tookOnlyArea
    this.#begun = inStepAt !== undefined || cursor !== undefined ? { cursor } : undefined
    this.inStepAt = inStepAt
    if (!this.#begun) return
    this.leads.addAll(leads)
    this.leadsState = { loaded: this.leads.size > 0, problem: undefined }
    this.#changed()
  }

  /** After `begin`: shows all that the phone has, then what the server has, then every change. */
  async start(): Promise<void> {
    if (!this.#begun) this.#territory = readTerritory()
    window.addEventListener('offline', () => this.#noLine())
    if (!navigator.onLine) this.#noLine()
    this.#follow(await this.#readKept().catch((error) => this.#kept.doWithout(error)))
  }

  /** Resolves once it is known what the list of leads shows: leads, a choice of areas, or why there are none. */
  known(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!this.leadsState.loaded && this.leadsState.problem === undefined && !this.choice) return
        unsubscribe()
        resolve()
      }
      const unsubscribe = this.subscribe(look)
      look()
    })
  }

  /** Reads both lists anew, unless there is so much that somebody has to choose an area first. */
  async retry(): Promise<void> {
    if (this.#reading) return
    this.#held ??= []
    const { area, lists } = await this.#read()
    const isOutdated = this.#readAgain || area !== this.area
    this.#readAgain = false
    if (isOutdated) await this.retry()
    else if (lists) await this.#replaceLists(...lists)
    // While the stream is open nothing else would read again what could not be read.
    if (!this.#held || this.choice || this.line !== 'open') return
    clearTimeout(this.#second)
    this.#second = setTimeout(() => this.#held && void this.retry(), this.#pause.nextMs())
  }

  /** Both lists of the area that the phone takes by then; none where it has to be chosen first. */
  async #read(): Promise<{ area: string | undefined; lists: ListsAnswered | undefined }> {
    this.#reading = true
    try {
      const isChosen = this.area !== undefined && !this.#tookOnlyArea
      const canRead = isChosen || (await this.#fitsPhone())
      const { area } = this
      return { area, lists: canRead ? await readLists(area) : undefined }
    } finally {
      this.#reading = false
    }
  }

  /** Asks which area this phone is to take, of all that there are; answers why it cannot. */
  async offerAreas(): Promise<string | undefined> {
    const territory = await readTerritory()
    if (!territory.ok) return territory.failure.message
    this.choice = territory.value
    this.#changed()
    return undefined
  }

  /** Takes another area from now on, undefined for all of them. */
  async chooseArea(area: string | undefined): Promise<void> {
    const isOther = area !== this.area || this.#held !== undefined
    this.choice = undefined
    if (isOther) {
      this.#stopFollowing()
      this.#held = []
      await this.#limitTo(area)
      this.leads.replaceAll([])
      this.opportunities.replaceAll([])
      this.leadsState = { loaded: false, problem: undefined }
      this.opportunitiesState = { loaded: false, problem: undefined }
      this.#follow(undefined)
    } else if (this.#tookOnlyArea) await this.#limitTo(area)
    this.#changed()
  }

  showLeads(view: LeadView): void {
    this.leads.show(view)
    this.#changed()
  }

  /** Shows leads as this phone's own sales leave them, where the phone was not told of those. */
  showAhead(phoneSales: ReadonlyMap<string, PhoneSale>): void {
    this.#phoneSales = phoneSales
    if (this.#keepAhead()) this.#changed()
  }

  #keepAhead = () => this.leads.showAhead(leadsAhead(this.#phoneSales.values(), this.opportunities.findOf))

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  version = () => this.#version

  #changed() {
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }

  #follow(cursor: string | undefined) {
    this.#stopFollowing()
    this.#stopFollowing = followChanges(cursor, this.area, {
      onLive: (liveCursor, fresh) => this.#live(liveCursor, fresh),
      onChanges: (changes, changesCursor) => this.#take(changes, changesCursor),
      onBeat: () => this.#noteInStep(),
      onLost: () => this.#lost(),
    })
  }

  /**
   * Whether this phone can take what there is: everything, or the newest of the only area. If not, somebody is asked for
   * an area, and nothing is followed meanwhile.
   */
  async #fitsPhone(): Promise<boolean> {
    const territory = await (this.#territory ?? readTerritory())
    this.#territory = undefined
    if (!territory.ok) {
      this.#failed(territory.failure.message)
      return false
    }
    const only = onlyAreaOf(territory.value)
    if (this.area !== undefined && this.area !== only) {
      // Followed so far was that area alone.
      await this.chooseArea(undefined)
      return false
    }
    if (only !== this.area) await this.#limitTo(only, true)
    if (only !== undefined || !isTooMuch(territory.value)) return true
    this.#stopFollowing()
    this.choice = territory.value
    this.#changed()
    return false
  }

  /** Whether the area that nobody chose is still the only one; else the lists begin anew. */
  async #lookForOtherAreas(): Promise<void> {
    const territory = await readTerritory()
    if (!territory.ok || !this.#tookOnlyArea || this.#held) return
    if (onlyAreaOf(territory.value) !== this.area) await this.chooseArea(undefined)
  }

  async #limitTo(area: string | undefined, tookOnlyArea = false): Promise<void> {
    this.area = area
    this.#tookOnlyArea = tookOnlyArea
    await this.#kept.noteArea(area, tookOnlyArea)
  }

  /** Shows what the phone has, and answers from where to follow it. */
  async #readKept(): Promise<string | undefined> {
    if (!this.#begun) return undefined
    const { cursor } = this.#begun
    await nextPaint()
    const { leads, opportunities } = await this.#kept.read()
    this.leads.replaceAll(leads)
    this.opportunities.replaceAll(opportunities)
    this.#keepAhead()
    this.#loaded()
    if (cursor !== undefined) this.#held = undefined
    return cursor
  }

  #loaded() {
    this.leadsState = { loaded: true, problem: undefined }
    this.opportunitiesState = { loaded: true, problem: undefined }
    this.#changed()
    void this.#prepareOrders()
  }

  /** Works the other orders out before they are asked for, one at a time, so that a tap on one is only a tap. */
  async #prepareOrders() {
    for (const sort of LEAD_SORTS) {
      await nextPaint()
      this.leads.prepare(sort)
    }
  }

  #live(cursor: string, fresh: boolean) {
    clearTimeout(this.#impatience)
    this.#impatience = undefined
    this.line = 'open'
    this.#hooks.onOpen()
    this.#cursor = cursor
    if (fresh || this.#held) {
      this.#readAgain = this.#reading
      void this.retry()
    } else {
      this.#loaded()
      if (this.area === undefined && this.leads.size > MOST_ROWS_ON_A_PHONE) void this.retry()
      if (this.#tookOnlyArea) void this.#lookForOtherAreas()
    }
    this.#noteInStep()
  }

  /** Told again at every attempt of the browser to resume: patience counts from the first. */
  #lost() {
    if (this.#held) {
      this.line = 'lost'
      void this.retry()
    } else if (!navigator.onLine) this.#noLine()
    else this.#impatience ??= setTimeout(() => this.#noLine(), PATIENCE_MS)
  }

  /** A phone that knows that it has no line says so once, and calmly; any other silence is a failure to load. */
  #noLine() {
    this.line = 'lost'
    const isKnown = !navigator.onLine && this.leadsState.loaded
    this.#failed(isKnown ? undefined : 'no connection to the server')
  }

  #noteInStep() {
    if (this.line !== 'open' || !navigator.onLine || this.#held || this.#kept.outdated) return
    this.inStepAt = new Date().toISOString()
    void this.#kept.noteInStepAt(this.area, this.inStepAt)
  }

  #failed(leadsProblem?: string, opportunitiesProblem = leadsProblem) {
    this.leadsState = { ...this.leadsState, problem: leadsProblem }
    this.opportunitiesState = { ...this.opportunitiesState, problem: opportunitiesProblem }
    this.#changed()
  }

  async #replaceLists(leads: ListsAnswered[0], opportunities: ListsAnswered[1]): Promise<void> {
    if (leads.ok) this.leads.replaceAll(leads.value)
    if (opportunities.ok) this.opportunities.replaceAll(opportunities.value)
    this.#keepAhead()
    const inStepAt = new Date().toISOString()
    if (leads.ok && opportunities.ok) this.inStepAt = inStepAt
    this.leadsState.loaded ||= leads.ok
    this.opportunitiesState.loaded ||= opportunities.ok
    this.#failed(
      leads.ok ? undefined : leads.failure.message,
      opportunities.ok ? undefined : opportunities.failure.message,
    )
    if (!leads.ok || !opportunities.ok || this.#cursor === undefined) return
    const held = this.#held ?? []
    this.#held = undefined
    this.#pause.reset()
    const cursor = this.#cursor
    this.#apply(held)
    void this.#prepareOrders()
    const { area } = this
    const lists = { area, leads: leads.value, opportunities: opportunities.value, cursor, inStepAt }
    await this.#kept.replace(lists, held)
  }

  #take(told: readonly Change[], cursor: string) {
    const changes = told.map((change) => changeIn(this.area, change))
    this.#cursor = cursor
    if (this.#held) {
      this.#held.push(...changes)
      return
    }
    this.#apply(changes)
    void this.#kept.add(changes, { area: this.area, cursor })
  }

  #apply(changes: readonly Change[]) {
    for (const { table, type, record } of changes) {
      const book = table === 'leads' ? this.leads : this.opportunities
      if (type === 'DELETE') book.remove(record.id)
      else if (table === 'leads') this.leads.put(record)
      else this.opportunities.put(record)
    }
    this.#keepAhead()
    this.#changed()
  }
}

/** The area that a phone takes by itself: the only one, where that is too much to be taken whole. */
function onlyAreaOf(territory: Territory): string | undefined {
  const [only, ...others] = territory.areas
  return isTooMuch(territory) && others.length === 0 ? only?.area : undefined
}
