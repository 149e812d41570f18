import { useMemo, useRef, useState } from 'react'
import { canSelect, type Dot, doorStateOf, dotsOf, nearestDot } from '#domain/street/map-dots.ts'
import { useSale } from '../../../../../app-context.ts'
import type { ViewProps } from '../views/view-props.ts'
import { DoorsHere } from './doors-here.tsx'
import { KeptArea } from './kept-area.tsx'
import { MapAttribution } from './map-attribution.tsx'
import { MapBox } from './map-box.tsx'
import { MapKey } from './map-key.tsx'
import type { Here } from './marker-layer.ts'
import { NoTiles } from './no-tiles.tsx'
import { NotOnTheMap } from './not-on-the-map.tsx'
import { ScaleBar } from './scale-bar.tsx'
import { SharedPoint } from './shared-point.tsx'
import { useDoorsKnown } from './use-doors-known.ts'
import { useMapCanvas } from './use-map-canvas.ts'
import { useMapFound } from './use-map-found.ts'
import { useShownLeads } from './use-shown-leads.ts'
import { useShownOnMap } from './use-shown-on-map.ts'
import { WhereAmI } from './where-am-i.tsx'
import { ZoomButtons } from './zoom-buttons.tsx'

/** The leads on a map (docs/product 18.3). A list of the doors in view is beside it and needs no pointer. */
export function MapView({ onSelect }: ViewProps) {
  const leads = useShownLeads()
  const known = useDoorsKnown()
  const { dots, unplaced } = useMemo(() => dotsOf(leads, known), [leads, known])
  const selected = useSale().lead
  const found = useMapFound()
  const [here, setHere] = useState<Here>()
  const [shared, setShared] = useState<Dot>()
  const box = useRef<HTMLDivElement>(null)
  const { canvas, place, isBack } = useMapCanvas(box, {
    onTap(point, reachM) {
      const dot = nearestDot(dots, point, reachM)
      const [door] = dot?.doors ?? []
      if (dot && dot.doors.length > 1) setShared(dot)
      else if (door && canSelect(door)) onSelect(door.lead)
    },
  })
  const selectedPoint = usePointOf(selected?.id, dots)
  useShownOnMap({ canvas, isBack, found, dots, here, selectedPoint })

  return (
    <>
      <MapBox ref={box}>
        <div className="absolute top-2 right-2 flex flex-col gap-2">
          <ZoomButtons onZoom={(steps) => canvas?.zoomBy(steps)} />
          <WhereAmI
            here={here}
            onHere={(now) => {
              setHere(now)
              if (now) canvas?.fit([now.point])
            }}
          />
        </div>
        {found.why && <NoTiles why={found.why} hasDots={dots.length > 0} />}
        <div className="pointer-events-none absolute inset-x-2 bottom-1 flex flex-wrap items-end gap-x-3 gap-y-1">
          {place && (found.map || dots.length > 0) && <ScaleBar metresPerPixel={place.metresPerPixel} />}
          <MapAttribution map={found.map} hasDots={dots.length > 0} />
        </div>
      </MapBox>
      <NotOnTheMap
        placed={leads.length - unplaced.length}
        unplaced={unplaced.map((lead) => ({ lead, state: doorStateOf(lead, known.stateOf) }))}
        selectedId={selected?.id}
        onSelect={onSelect}
      />
      <KeptArea found={found} doors={dots.map(({ point }) => point)} onKept={found.onKept} />
      <MapKey />
      <DoorsHere dots={dots} place={place} selectedId={selected?.id} onSelect={onSelect} />
      {shared && (
        <SharedPoint
          dot={shared}
          selectedId={selected?.id}
          onSelect={onSelect}
          onClose={() => setShared(undefined)}
        />
      )}
    </>
  )
}

const usePointOf = (leadId: string | undefined, dots: readonly Dot[]) =>
  useMemo(() => dots.find(({ doors }) => doors.some(({ lead }) => lead.id === leadId))?.point, [dots, leadId])
