import { Minus, Plus } from 'lucide'
import { Icon } from '../../../../../ui/icon.tsx'

/** Buttons that zoom with one finger, as a pinch or the keys do. */
export const ZoomButtons = ({ onZoom }: { onZoom: (steps: number) => void }) => (
  <>
    <button type="button" aria-label="Zoom in" className="map-button" onClick={() => onZoom(1)}>
      <Icon of={Plus} size={22} />
    </button>
    <button type="button" aria-label="Zoom out" className="map-button" onClick={() => onZoom(-1)}>
      <Icon of={Minus} size={22} />
    </button>
  </>
)
