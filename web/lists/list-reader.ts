import type { Change } from '#protocol/changes.ts'
import { growingPause } from '../http/growing-pause.ts'
import type { AreaChoice, Fit } from './area-choice.ts'
import { type ListsAnswered, readLists } from './territory.ts'

/** The first and the longest pause before the lists are read again after a failure. */
const RETRY_MS = 20_000
const MAX_RETRY_MS = 240_000

/**
 * How the rows on this phone relate to the server's.
 *
 *   behind ── read ─────────────────────────────▶ reading
 *   reading ── outdated meanwhile ──────────────▶ reading
 *   reading ── failed, or an area to be chosen ─▶ behind
 *   reading ── both lists read, stream open ────▶ following
 *   following ── gap in the changes, Retry ─────▶ reading
 *   any ── another area ────────────────────────▶ behind, or outdated while reading
 *
 * - `behind`: the rows are missing or old. Changes are held until both lists are read.
 * - `reading`: as `behind`, with a read in progress. It is `outdated` if the stream restarted or the area changed since
 *   it began, because changes may be missing between what it reads and what the stream sends.
 * - `following`: the rows match the server's up to the cursor, and each change is applied at once.
 */
export type Phase =
  | { name: 'behind'; held: Change[] }
  | { name: 'reading'; held: Change[]; isOutdated: boolean }
  | { name: 'following' }

/** The reason why the lists could not be read. */
export type NotRead = Exclude<Fit, { name: 'fits' }>

type Hooks = {
  /** Whether the stream is open. If it is not, opening it reads the lists. */
  isConnected: () => boolean
  /** Shows the lists requested at `readFrom`. Returns whether the rows now match, apart from the held changes. */
  onRead: (lists: ListsAnswered, readFrom: string) => boolean
  /** The rows match the server's once the held changes are applied to them. */
  onFollowing: (lists: ListsAnswered, held: readonly Change[]) => void
  onNotRead: (reason: NotRead) => Promise<void>
}

/** Reads both lists from the server, and holds changes until that is done. */
export class ListReader {
  #phase: Phase = { name: 'behind', held: [] }
  readonly #area: AreaChoice
  readonly #hooks: Hooks
  readonly #pause = growingPause(RETRY_MS, MAX_RETRY_MS)
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  /** When the lists were last asked for. */
  #readFrom = ''

  constructor(area: AreaChoice, hooks: Hooks) {
    this.#area = area
    this.#hooks = hooks
  }

  get phase(): Phase['name'] {
    return this.#phase.name
  }

  /** Holds changes that cannot be applied yet. Returns false if they can. */
  hold(changes: readonly Change[]): boolean {
    if (this.#phase.name === 'following') return false
    this.#phase.held.push(...changes)
    return true
  }

  /** Follows on from rows that this phone has kept together with their cursor. */
  follow(): void {
    this.#phase = { name: 'following' }
  }

  /** Drops the held changes, because the rows are now those of another area. */
  restart(): void {
    this.#phase =
      this.#phase.name === 'reading'
        ? { name: 'reading', held: [], isOutdated: true }
        : { name: 'behind', held: [] }
  }

  /** Reads the lists, or reads them once more if a read is in progress. */
  readAgain(): void {
    if (this.#phase.name === 'reading') this.#phase.isOutdated = true
    else void this.read()
  }

  /** Reads both lists, unless a read is in progress or the agent has to choose an area first. */
  async read(): Promise<void> {
    if (this.#phase.name === 'reading') return
    const outcome = await this.#readUntilCurrent()
    if (Array.isArray(outcome)) this.#show(outcome)
    else await this.#hooks.onNotRead(outcome)
    if (this.#phase.name !== 'behind' || this.#area.offered || !this.#hooks.isConnected()) return
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => this.phase === 'behind' && void this.read(), this.#pause.nextMs())
  }

  async #readUntilCurrent(): Promise<ListsAnswered | NotRead> {
    try {
      for (;;) {
        const held = this.#phase.name === 'following' ? [] : this.#phase.held
        this.#phase = { name: 'reading', held, isOutdated: false }
        this.#readFrom = new Date().toISOString()
        const fit = await this.#area.fit()
        const outcome = fit.name === 'fits' ? await readLists(fit.area) : fit
        if (!this.#isOutdated()) return outcome
      }
    } finally {
      if (this.#phase.name === 'reading') this.#phase = { name: 'behind', held: this.#phase.held }
    }
  }

  #isOutdated(): boolean {
    return this.#phase.name === 'reading' && this.#phase.isOutdated
  }

  #show(lists: ListsAnswered): void {
    if (!this.#hooks.onRead(lists, this.#readFrom) || this.#phase.name !== 'behind') return
    const { held } = this.#phase
    this.#phase = { name: 'following' }
    this.#pause.reset()
    this.#hooks.onFollowing(lists, held)
  }
}
