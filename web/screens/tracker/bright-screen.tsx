import { Sun } from 'lucide'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { setScreenBright } from './set-screen-bright.ts'

/** Switches to light colours for use in the sun. A phone turns dark by its clock, whatever the weather. */
export function BrightScreen() {
  const [isBright, setBright] = useState(() => document.documentElement.classList.contains('light'))
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isBright}
      aria-label="Bright screen"
      title="Bright screen"
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-sm text-muted hover:bg-sunken aria-checked:bg-accent aria-checked:text-on-accent"
      onClick={() => {
        setScreenBright(!isBright)
        setBright(!isBright)
      }}
    >
      <Icon of={Sun} size={20} />
      <span className="narrow:hidden">Bright</span>
    </button>
  )
}
