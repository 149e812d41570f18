import type { ReactNode, Ref } from 'react'

type MapBoxProps = { ref: Ref<HTMLDivElement>; children: ReactNode }

/** The box of the map, which takes the keyboard's focus, and what lies over it. */
export const MapBox = ({ ref, children }: MapBoxProps) => (
  <div className="relative -mx-(--gutter) min-h-72 flex-1 shrink-0 border-y border-line bg-sunken min-[42rem]:mx-0 min-[42rem]:rounded-card min-[42rem]:border">
    <div
      ref={ref}
      // The role lets arrow keys, plus and minus reach the map.
      role="application"
      aria-label="Map of the doors"
      aria-describedby="map-keys"
      tabIndex={0}
      className="absolute inset-0 touch-none outline-none focus-visible:ring-3 focus-visible:ring-accent focus-visible:ring-inset"
    />
    <p id="map-keys" className="sr-only">
      Arrow keys move the map, plus and minus zoom. The doors in view are listed below it.
    </p>
    {children}
  </div>
)
