import { reportTrouble } from '../storage/report-trouble.ts'
import { createStore, type Readable } from '../store.ts'

/** Whether this tab writes the phone's sale or only shows the sale that another tab writes. */
export type WriteLockHolder = 'ours' | 'elsewhere'

export type WriteLock = Readable<WriteLockHolder> & {
  /** Identifies this tab in the database. */
  readonly tabId: string
  /** Resolves once it is known which tab has the write lock. */
  whenKnown: () => Promise<WriteLockHolder>
  /** Makes sure that the database names this tab as the writer. Rejects if the phone cannot store that. */
  claim: () => Promise<void>
  /** Takes the write lock from the tab that has it. */
  takeOver: () => void
  /** Shows what the other tab has saved, because the database has refused a save of this tab. */
  lose: () => Promise<void>
}

type WriteLockOptions = {
  /** Writes this tab's id to the database, which decides (`saveSale`). */
  claimInDatabase: (tabId: string) => Promise<void>
  /** Shows the sale as the database has it. Must not reject. */
  showSaved: () => Promise<void>
}

const LOCK = 'doorstep-sale'
/** A busy phone may need seconds to answer who has the lock. */
const ANSWER_TIMEOUT_MS = 10_000
/** A page that is being closed releases its lock within this time. Waiting for it avoids a flash of the notice. */
const SHORT_WAIT_MS = 400

/** Any other error comes from a browser that does not grant locks. */
const wasStolen = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * Gives one tab at a time the right to write the phone's sale: by a Web Lock where the browser has them, and always by
 * the tab's id in the database. If the tab that has the lock closes, the next one gets it.
 */
export function createWriteLock({ claimInDatabase, showSaved }: WriteLockOptions): WriteLock {
  const tabId = `${Date.now()}-${Math.random()}`
  const { get, set, subscribe } = createStore<WriteLockHolder>('ours')
  let resolveKnown = () => {}
  const known = new Promise<void>((resolve) => {
    resolveKnown = resolve
  })
  let isClaimed = false
  let isTaking = false

  function decide(holder: WriteLockHolder): void {
    isTaking = false
    resolveKnown()
    set(holder)
  }

  async function claim(): Promise<void> {
    if (!isClaimed) await claimInDatabase(tabId)
    isClaimed = true
  }

  /** The database names this tab before it saves anything. If the phone is too full for that, the next save retries. */
  async function gain(): Promise<void> {
    clearTimeout(firstWait)
    isClaimed = false
    await claim().catch(reportTrouble)
    if (get() === 'elsewhere') await showSaved()
    decide('ours')
  }

  const lost = () => decide('elsewhere')

  /**
   * Only limits the first wait: a tab that has lost the lock queues again too, and may have taken it back meanwhile.
   */
  function wait(): void {
    clearTimeout(firstWait)
    firstWait = setTimeout(lost, SHORT_WAIT_MS)
  }

  const start = (options: LockOptions) => void holdLock(options, { gain, wait, lost })

  let firstWait = setTimeout(lost, ANSWER_TIMEOUT_MS)
  start({ ifAvailable: true })
  return {
    get,
    subscribe,
    tabId,
    whenKnown: () => known.then(get),
    claim,
    takeOver() {
      // A second tap would replace what the agent has typed since the first with the saved sale.
      if (isTaking || get() === 'ours') return
      isTaking = true
      start({ steal: true })
    },
    lose() {
      decide('elsewhere')
      return showSaved()
    },
  }
}

type Turns = { gain: () => Promise<void>; wait: () => void; lost: () => void }

/**
 * Holds the Web Lock until the page closes. If another tab has it or steals it, queues for it. A browser without locks
 * gains it at once.
 */
function holdLock(options: LockOptions, turns: Turns): Promise<void> {
  if (!navigator.locks) return turns.gain()
  return navigator.locks
    .request(LOCK, options, async (lock) => {
      if (!lock) return turns.wait()
      await turns.gain()
      await new Promise<never>(() => {})
    })
    .catch((error) => {
      if (!wasStolen(error)) throw error
      turns.lost()
    })
    .then(
      () => holdLock({}, turns),
      () => turns.gain(),
    )
}
