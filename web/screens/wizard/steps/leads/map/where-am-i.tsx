import { LocateFixed } from 'lucide'
import { useState } from 'react'
import { Icon } from '../../../../../ui/icon.tsx'
import { toast } from '../../../../../ui/toast-store.ts'
import type { Here } from './marker-layer.ts'

const TIMEOUT_MS = 20_000

type WhereAmIProps = { here: Here | undefined; onHere: (here: Here | undefined) => void }

/**
 * Asks the phone where it is, once for each press. The answer is drawn and forgotten with the map: it is neither stored
 * nor sent (docs/product 18.6).
 */
export function WhereAmI({ here, onHere }: WhereAmIProps) {
  const [asking, setAsking] = useState(false)

  function ask() {
    if (here) return onHere(undefined)
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        onHere({
          point: { lat: coords.latitude, lon: coords.longitude },
          accuracyM: coords.accuracy,
        })
      },
      ({ code, PERMISSION_DENIED }) => {
        setAsking(false)
        toast(`Location not found: ${code === PERMISSION_DENIED ? DENIED : NOT_FOUND}`, 'wait')
      },
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0 },
    )
  }

  return (
    <button
      type="button"
      aria-label="Where am I"
      aria-pressed={here !== undefined}
      aria-disabled={asking}
      className="map-button aria-pressed:text-wait"
      onClick={() => asking || ask()}
    >
      <Icon of={LocateFixed} size={22} className={asking ? 'animate-breathe' : ''} />
    </button>
  )
}

const DENIED = 'This browser can’t use the phone’s location. Allow it for Doorstep, then try again'
const NOT_FOUND = 'No location signal. Try again outdoors'
