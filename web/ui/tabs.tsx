import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { ignoreSecondTap } from './ignore-second-tap.ts'

type TabsProps<Tab extends { tab: string }> = {
  label: string
  tabs: readonly Tab[]
  /** Returns the label of a tab. */
  title: (tab: Tab) => ReactNode
  /** Returns the content of the chosen tab. */
  children: (tab: Tab) => ReactNode
  look: { root?: string; list: string; tab: string; panel: string }
}

/** Tabs with the first one chosen. Arrow keys, Home and End choose too; the Tab key reaches only the chosen one. */
export function Tabs<Tab extends { tab: string }>({ label, tabs, title, children, look }: TabsProps<Tab>) {
  const [index, setIndex] = useState(0)
  const id = useId()
  const chosen = tabs[index]

  function move(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = KEYS[event.key]?.(index, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    setIndex(next)
    document.getElementById(`${id}${next}`)?.focus()
  }

  return (
    <div className={look.root}>
      <div
        role="tablist"
        aria-label={label}
        onClickCapture={ignoreSecondTap}
        onKeyDown={move}
        className={look.list}
      >
        {tabs.map((tab, at) => (
          <button
            key={tab.tab}
            type="button"
            role="tab"
            id={`${id}${at}`}
            aria-selected={at === index}
            aria-controls={at === index ? `${id}panel` : undefined}
            tabIndex={at === index ? 0 : -1}
            className={look.tab}
            onClick={() => setIndex(at)}
          >
            {title(tab)}
          </button>
        ))}
      </div>
      <div
        key={index}
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${index}`}
        // A panel without controls scrolls by keyboard only if it can have the focus.
        tabIndex={0}
        className={look.panel}
      >
        {chosen && children(chosen)}
      </div>
    </div>
  )
}

/** For each key, returns the index that it leads to, from an index among a number of tabs. */
const KEYS: Record<string, (index: number, count: number) => number> = {
  ArrowLeft: (index, count) => (index + count - 1) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}
