import { onFirstUse } from '#domain/kernel/on-first-use.ts'
import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import type { Sides } from '#domain/street/walk-order.ts'
import { createStore, type Readable } from '../../../../../store.ts'

/** Streets, by key, that this phone remembers. */
export type Streets = Readonly<Record<string, true>>

type KeptStreets = Readable<Streets> & {
  /** Adds a street if it is missing, otherwise removes it. */
  toggle: (key: string) => void
}

function keptStreets(name: string): KeptStreets {
  const before = parseJson(localStorage.getItem(name) ?? '')
  const { get, set, subscribe } = createStore<Streets>(isObject<Streets>(before) ? before : {})
  return {
    get,
    subscribe,
    toggle(key) {
      const { [key]: isIn, ...others } = get()
      const kept: Streets = isIn ? others : { ...others, [key]: true }
      set(kept)
      localStorage.setItem(name, JSON.stringify(kept))
    },
  }
}

/** The streets whose two sides the agent walks at once. */
export const bothSides = onFirstUse(() => keptStreets('walk-sides'))

/** The streets whose doors are folded away. */
export const foldedStreets = onFirstUse(() => keptStreets('walk-folded'))

export const sidesOf = (both: Streets, key: string): Sides => (both[key] ? 'both' : 'one-then-back')
