import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { nextPaint } from './next-paint.ts'
import { wholeSheet } from './whole-sheet.ts'

export type Prefetched<Props> = {
  Screen: LazyExoticComponent<ComponentType<Props>>
  /** Loads the chunk now. Never rejects: if it fails, the chunk is loaded again when the screen shows. */
  prefetch: () => Promise<void>
}

/**
 * Returns a component in a chunk of its own, with the styles that the first page lacks. It shows without a gap if the
 * chunk is already loaded; with React's `lazy` alone, the placeholder would still show for about a tenth of a second.
 */
export function prefetched<Props = object>(load: () => Promise<ComponentType<Props>>): Prefetched<Props> {
  type Module = { default: ComponentType<Props> }
  let fetched: Module | undefined

  async function fetchModule(): Promise<Module> {
    if (!fetched) {
      const [component] = await Promise.all([load(), wholeSheet()])
      fetched = { default: component }
    }
    return fetched
  }

  return {
    // Paints the surrounding screen first, because starting to load takes a tenth of the time that painting takes.
    Screen: lazy(() => (fetched ? atOnce(fetched) : nextPaint().then(fetchModule))),
    prefetch: async () => {
      await fetchModule().catch(() => undefined)
    },
  }
}

/** Returns a thenable that calls back synchronously, so `lazy` does not show the placeholder. */
const atOnce = <Value>(value: Value) =>
  // biome-ignore lint/suspicious/noThenProperty: being a thenable is its purpose
  ({ then: (take: (value: Value) => void) => take(value) }) as unknown as Promise<Value>
