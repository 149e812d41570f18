import { JoinedTexts } from '../kernel/joined-texts.ts'
import { SortedRows } from '../kernel/sorted-rows.ts'
import type { Lead } from './lead.ts'
import {
  type IndexedLead,
  indexLead,
  LEAD_COMPARATORS,
  type LeadFilter,
  type LeadSort,
} from './lead-order.ts'
import { hasStatus, leadMatcher } from './lead-search.ts'
import { searchWords } from './search-text.ts'

/** A letter that most addresses contain. */
const COMMON_LETTER = 'e'

export type LeadView = { sort: LeadSort; filter: LeadFilter; search: string }

export const FIRST_VIEW: LeadView = { sort: 'voucher', filter: 'all', search: '' }

/** Returns whether a view shows all leads in the first order, as `FIRST_VIEW` does. */
export const isFirstView = ({ sort, filter, search }: LeadView): boolean =>
  sort === FIRST_VIEW.sort && filter === FIRST_VIEW.filter && search === FIRST_VIEW.search

/**
 * All leads, and the one view of them that is on the screen. A changed lead moves to its place by binary search, which
 * costs the same for a hundred leads as for a hundred thousand. An order that was shown is kept, with its text until a
 * lead changes, so that sorting only swaps arrays and a search is a single scan.
 */
export class LeadBook {
  readonly #byId = new Map<string, IndexedLead>()
  readonly #orders = new Map<LeadSort, SortedRows<IndexedLead>>()
  readonly #texts = new Map<LeadSort, JoinedTexts<IndexedLead>>()
  #view = FIRST_VIEW
  #matches: (lead: IndexedLead) => boolean = () => true
  #shown: SortedRows<IndexedLead> = this.#order(FIRST_VIEW.sort)

  get view(): LeadView {
    return this.#view
  }

  get size(): number {
    return this.#byId.size
  }

  /** The rows of the current view, in order. The array belongs to the book: read it, but do not keep it. */
  get rows(): readonly IndexedLead[] {
    return this.#shown.rows
  }

  /** All leads, whatever the view. */
  get all(): Iterable<IndexedLead> {
    return this.#byId.values()
  }

  find(id: string): Lead | undefined {
    return this.#byId.get(id)?.lead
  }

  /** Whether the search of the current view matches any lead, whatever its status. */
  get isSearchFound(): boolean {
    return this.#find({ ...this.#view, filter: 'all' }).length > 0
  }

  /** Changes the view. */
  show(view: LeadView): void {
    this.#view = view
    this.#matches = leadMatcher(view.search, view.filter)
    this.#refreshView()
  }

  replaceAll(leads: Iterable<Lead>): void {
    this.#byId.clear()
    this.addAll(leads)
  }

  /** Adds many leads at once, or newer versions of them. */
  addAll(leads: Iterable<Lead>): void {
    for (const lead of leads) this.#byId.set(lead.id, indexLead(lead))
    this.#orders.clear()
    this.#texts.clear()
    this.#refreshView()
  }

  /** Adds one lead, or its newer version. */
  put(lead: Lead): void {
    this.remove(lead.id)
    const indexed = indexLead(lead)
    this.#byId.set(lead.id, indexed)
    this.#texts.clear()
    for (const order of this.#orders.values()) order.insert(indexed)
    if (this.#isFiltered() && this.#matches(indexed)) this.#shown.insert(indexed)
  }

  remove(id: string): void {
    const indexed = this.#byId.get(id)
    if (!indexed) return
    this.#byId.delete(id)
    this.#texts.clear()
    for (const order of this.#orders.values()) order.remove(indexed)
    if (this.#isFiltered()) this.#shown.remove(indexed)
  }

  /**
   * Sorts the leads in this order ahead of time and prepares its search. The first search takes ten times as long as
   * later ones, so it runs here, before the agent types.
   */
  prepare(sort: LeadSort): void {
    this.#find({ sort, filter: 'all', search: COMMON_LETTER })
  }

  #isFiltered() {
    return this.#view.filter !== 'all' || this.#view.search.trim() !== ''
  }

  #refreshView() {
    const order = this.#order(this.#view.sort)
    if (!this.#isFiltered()) this.#shown = order
    else this.#shown = order.only(this.#find(this.#view))
  }

  /**
   * Returns the leads that `leadMatcher` accepts, in order. One scan for the longest word leaves few leads to test, and
   * none if there is no other word. The scan is fast enough for the first letters that an agent types, which match
   * thousands.
   */
  #find({ sort, filter, search }: LeadView): IndexedLead[] {
    const { rows } = this.#order(sort)
    const [longest, ...others] = searchWords(search).toSorted((a, b) => b.length - a.length)
    if (longest === undefined) return rows.filter((row) => hasStatus(row, filter))
    const found = this.#textOf(sort).rowsWith(longest)
    const isFound = others.length === 0 && filter === 'all'
    return isFound ? found : found.filter(leadMatcher(search, filter))
  }

  #textOf(sort: LeadSort): JoinedTexts<IndexedLead> {
    const known = this.#texts.get(sort)
    if (known) return known
    const text = new JoinedTexts(this.#order(sort).rows, ({ haystack }) => haystack)
    this.#texts.set(sort, text)
    return text
  }

  #order(sort: LeadSort): SortedRows<IndexedLead> {
    const known = this.#orders.get(sort)
    if (known) return known
    const order = SortedRows.from(this.#byId.values(), LEAD_COMPARATORS[sort])
    this.#orders.set(sort, order)
    return order
  }
}
