import type { Lead } from '#domain/lead/lead.ts'
import { isFirstView, type LeadView } from '#domain/lead/lead-book.ts'
import { LEAD_SORTS } from '#domain/lead/lead-order.ts'
import type { Change } from '#protocol/changes.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { createStore, type Readable } from '../store.ts'
import type { PhoneSale } from '../sync/phone-sales.ts'
import { nextPaint } from '../ui/next-paint.ts'
import { leadsAhead } from './leads-ahead.ts'
import { OpportunityBook } from './opportunity-book.ts'
import { PhoneLeadBook } from './phone-lead-book.ts'
import type { ListsAnswered } from './territory.ts'

export type ListState = { loaded: boolean; problem: string | undefined }

const LOADING: ListState = { loaded: false, problem: undefined }
const LOADED: ListState = { loaded: true, problem: undefined }

/**
 * The rows of both lists, and whether each is loaded. The books change in place, so screens follow `version`, or
 * `content`, which stays the same if only the view of the leads changes.
 */
export class ShownLists {
  readonly leads = new PhoneLeadBook()
  readonly opportunities = new OpportunityBook()
  leadsState = LOADING
  opportunitiesState = LOADING
  readonly #version = createStore(0)
  readonly version: Readable<number> = this.#version
  readonly #content = createStore(0)
  readonly content: Readable<number> = this.#content
  /** The sales of this phone, which the lists may not contain yet. */
  #phoneSales: ReadonlyMap<string, PhoneSale> = new Map()

  /** Whether there are leads to show, or a reason why not. */
  get areLeadsKnown(): boolean {
    return this.leadsState.loaded || this.leadsState.problem !== undefined
  }

  /** Makes the screens follow what has changed. */
  changed(): void {
    this.#content.set(this.#content.get() + 1)
    this.#viewChanged()
  }

  /** Shows the first rows before all of them are read, unless the view begins with other rows. */
  showFirst(leads: readonly Lead[]): void {
    if (isFirstView(this.leads.view)) this.leads.addAll(leads)
    this.leadsState = { ...LOADING, loaded: this.leads.size > 0 }
    this.changed()
  }

  showKept(leads: readonly Lead[], opportunities: readonly OpportunityListed[]): void {
    this.leads.replaceAll(leads)
    this.opportunities.replaceAll(opportunities)
    this.#applyPhoneSales()
    this.setLoaded()
  }

  /** Shows each list that could be read, and the problem of one that could not. */
  showRead([leads, opportunities]: ListsAnswered): void {
    if (leads.ok) this.leads.replaceAll(leads.value)
    if (opportunities.ok) this.opportunities.replaceAll(opportunities.value)
    this.#applyPhoneSales()
    this.leadsState = afterRead(this.leadsState, leads)
    this.opportunitiesState = afterRead(this.opportunitiesState, opportunities)
    this.changed()
  }

  clear(): void {
    this.leads.replaceAll([])
    this.opportunities.replaceAll([])
    this.leadsState = LOADING
    this.opportunitiesState = LOADING
  }

  apply(changes: readonly Change[]): void {
    for (const { table, type, record } of changes) {
      const book = table === 'leads' ? this.leads : this.opportunities
      if (type === 'DELETE') book.remove(record.id)
      else if (table === 'leads') this.leads.put(record)
      else this.opportunities.put(record)
    }
    this.#applyPhoneSales()
    this.changed()
  }

  showView(view: LeadView): void {
    this.leads.show(view)
    this.#viewChanged()
  }

  /** Shows each lead as this phone's own sales leave it, until the lists contain those sales. */
  showAhead(phoneSales: ReadonlyMap<string, PhoneSale>): void {
    this.#phoneSales = phoneSales
    if (this.#applyPhoneSales()) this.changed()
  }

  setLoaded(): void {
    this.leadsState = LOADED
    this.opportunitiesState = LOADED
    this.changed()
    void this.prepareOrders()
  }

  /** Sets the reason why neither list can be read or followed; undefined if the agent need not know it. */
  setProblem(problem: string | undefined): void {
    this.leadsState = { ...this.leadsState, problem }
    this.opportunitiesState = { ...this.opportunitiesState, problem }
    this.changed()
  }

  /**
   * If there are rows to show, a phone that only lacks the stream shows their age, and one without a network says so
   * elsewhere. Any other break is a failure to load.
   */
  setDisconnected(isOffline: boolean): void {
    if (this.leadsState.loaded && !(isOffline && navigator.onLine)) this.setProblem(undefined)
    else if (isOffline) this.setProblem('no connection to the server')
    else this.changed()
  }

  /** Works out the other orders one by one, so that choosing one is instant. */
  async prepareOrders(): Promise<void> {
    for (const sort of LEAD_SORTS) {
      await nextPaint()
      this.leads.prepare(sort)
    }
  }

  #viewChanged(): void {
    this.#version.set(this.#version.get() + 1)
  }

  #applyPhoneSales(): boolean {
    return this.leads.showAhead(leadsAhead(this.#phoneSales.values(), this.opportunities.findOf))
  }
}

const afterRead = ({ loaded }: ListState, answer: ListsAnswered[number]): ListState =>
  answer.ok ? LOADED : { loaded, problem: answer.failure.message }
