import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export type Prefetched<Props> = {
  Screen: LazyExoticComponent<ComponentType<Props>>
  /** Fetches it now; never fails, since it is fetched again when it is shown. */
  prefetch: () => Promise<void>
}

/**
 * A component of a chunk of its own that shows without a gap once it was fetched. React's own `lazy` shows the
 * placeholder first even then, and keeps it for about a tenth of a second.
 */
export function prefetched<Props = object>(load: () => Promise<ComponentType<Props>>): Prefetched<Props> {
  type Module = { default: ComponentType<Props> }
  let fetched: Module | undefined

  async function fetchModule(): Promise<Module> {
    fetched ??= { default: await load() }
    return fetched
  }

  return {
    Screen: lazy(() => (fetched ? atOnce(fetched) : fetchModule())),
    prefetch: async () => {
      await fetchModule().catch(() => undefined)
    },
  }
}

/** A promise that calls back in the same turn. */
const atOnce = <Value>(value: Value) =>
  // biome-ignore lint/suspicious/noThenProperty: being a thenable is its purpose
  ({ then: (take: (value: Value) => void) => take(value) }) as unknown as Promise<Value>
