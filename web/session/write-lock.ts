import { createStore, type Readable } from '../store.ts'

/** Whether this tab writes the phone's sale, or only shows what another tab writes. */
export type Pen = 'ours' | 'elsewhere'

export type Editing = Readable<Pen> & {
  /** Names this tab in what it saves. */
  readonly editor: string
  /** Resolves when it is known whether the pen is ours. */
  known: () => Promise<Pen>
  /** Takes the pen from the tab that has it. */
  takeOver: () => void
  /** Another tab has taken it; the database said so. */
  lose: () => void
}

const LOCK = 'doorstep-sale'
/** A page that is being left gives its lock back within this; waiting so long spares a banner that flashes. */
const SHORT_WAIT_MS = 400

/** By another tab; any other failure is that of a browser that gives no lock at all. */
const wasStolen = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * One tab has the pen: by a lock where the browser has locks, and always by a name in the database, which decides
 * (`saveSale`). `onPen` comes before anything is saved with it, and never rejects. When the tab that writes is closed,
 * the next one has it.
 */
export function createEditing(onPen: (editor: string) => Promise<void>): Editing {
  const editor = `${Date.now()}-${Math.random()}`
  const { get, set: setPen, subscribe } = createStore<Pen>('ours')
  let setKnown = () => {}
  const firstKnown = new Promise<void>((resolve) => {
    setKnown = resolve
  })

  function set(next: Pen): void {
    setKnown()
    setPen(next)
  }

  async function take(): Promise<void> {
    clearTimeout(tooLong)
    await onPen(editor)
    set('ours')
  }

  /** Holds the lock until the page goes away or a steal breaks it, and then waits for it again. */
  function request(options: LockOptions): Promise<void> {
    return navigator.locks
      .request(LOCK, options, async () => {
        await take()
        await new Promise<never>(() => {})
      })
      .catch((error) => {
        if (!wasStolen(error)) return take()
        set('elsewhere')
        return request({})
      })
  }

  function start(options: LockOptions): void {
    void (navigator.locks ? request(options) : take())
  }

  // For the first wait alone: whoever has lost the pen waits too, and may have taken it back meanwhile.
  const tooLong = setTimeout(() => set('elsewhere'), SHORT_WAIT_MS)
  start({})
  return {
    get,
    subscribe,
    editor,
    async known() {
      await firstKnown
      return get()
    },
    takeOver: () => start({ steal: true }),
    lose: () => set('elsewhere'),
  }
}
