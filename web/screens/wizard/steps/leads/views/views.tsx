import { useLayoutEffect, useState } from 'react'
import { type Prefetched, prefetched } from '../../../../../ui/prefetched.ts'
import type { ViewProps } from './view-props.ts'

/** The screen of a view. Undefined for the list, which is part of the step. */
export type ViewScreen = Prefetched<ViewProps>['Screen'] | undefined

/** Each view other than the list is a separate chunk. */
const VIEWS: Record<string, ViewScreen> = {
  List: undefined,
  Walk: prefetched<ViewProps>(() => import('../walk/walk-view.tsx').then((view) => view.WalkView)).Screen,
  Map: prefetched<ViewProps>(() => import('../map/map-view.tsx').then((view) => view.MapView)).Screen,
}

const KEY = 'leads-as'

/** The buttons that choose how step 1 shows the leads. The browser tab keeps the choice across sales and reloads. */
export function Views({ onView }: { onView: (screen: ViewScreen) => void }) {
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(KEY) ?? 'List')
  useLayoutEffect(() => onView(VIEWS[chosen]), [chosen, onView])
  const choose = (name: string) => {
    sessionStorage.setItem(KEY, name)
    setChosen(name)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the search would need a legend that shows
    <div role="group" aria-label="View" className="flex h-11.5 overflow-hidden rounded-xl border border-edge">
      {Object.keys(VIEWS).map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          className="view-button"
          onClick={() => choose(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
