import { Minus, Plus } from 'lucide'
import { useEffect, useMemo, useRef, useState } from 'react'
import { canSelect, type Dot, doorStateOf, dotsOf, nearestDot } from '#domain/street/map-dots.ts'
import { useSale } from '../../../../../app-context.ts'
import { Icon } from '../../../../../ui/icon.tsx'
import type { ViewProps } from '../views/view-props.ts'
import { DoorsHere } from './doors-here.tsx'
import { KeptArea } from './kept-area.tsx'
import { MapAttribution } from './map-attribution.tsx'
import { MapKey } from './map-key.tsx'
import type { Here } from './marker-layer.ts'
import { NotOnTheMap } from './not-on-the-map.tsx'
import { ScaleBar } from './scale-bar.tsx'
import { SharedPoint } from './shared-point.tsx'
import { useDoorsKnown } from './use-doors-known.ts'
import { useMapCanvas } from './use-map-canvas.ts'
import { useMapFound } from './use-map-found.ts'
import { useShownLeads } from './use-shown-leads.ts'
import { WhereAmI } from './where-am-i.tsx'

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
  const selectedPoint = useMemo(
    () => dots.find(({ doors }) => doors.some(({ lead }) => lead.id === selected?.id))?.point,
    [dots, selected?.id],
  )

  useEffect(() => canvas?.showTiles(found.map), [canvas, found.map])
  useEffect(() => canvas?.show({ dots }), [canvas, dots])
  useEffect(() => canvas?.show({ here }), [canvas, here])
  const isFitted = useRef(isBack)
  useEffect(() => {
    if (!canvas || isFitted.current) return
    const points = selectedPoint ? [selectedPoint] : dots.map(({ point }) => point)
    if (points.length > 0) canvas.fit(points)
    else if (found.map) canvas.fitBounds(found.map.bounds)
    isFitted.current = points.length > 0
  }, [canvas, selectedPoint, dots, found.map])
  useEffect(() => {
    canvas?.show({ selected: selectedPoint })
    if (selectedPoint) canvas?.bringIntoView(selectedPoint)
  }, [canvas, selectedPoint])

  return (
    <>
      <div className="relative -mx-(--gutter) min-h-72 flex-1 shrink-0 border-y border-line bg-sunken min-[42rem]:mx-0 min-[42rem]:rounded-card min-[42rem]:border">
        <div
          ref={box}
          // Arrow keys, plus and minus must reach the map.
          role="application"
          aria-label="Map of the doors"
          aria-describedby="map-keys"
          tabIndex={0}
          className="absolute inset-0 touch-none outline-none focus-visible:ring-3 focus-visible:ring-accent focus-visible:ring-inset"
        />
        <p id="map-keys" className="sr-only">
          Arrow keys move the map, plus and minus zoom. The doors in view are listed below it.
        </p>
        <div className="absolute top-2 right-2 flex flex-col gap-2">
          <button type="button" aria-label="Zoom in" className="map-button" onClick={() => canvas?.zoomBy(1)}>
            <Icon of={Plus} size={22} />
          </button>
          <button
            type="button"
            aria-label="Zoom out"
            className="map-button"
            onClick={() => canvas?.zoomBy(-1)}
          >
            <Icon of={Minus} size={22} />
          </button>
          <WhereAmI
            here={here}
            onHere={(now) => {
              setHere(now)
              if (now) canvas?.fit([now.point])
            }}
          />
        </div>
        {found.why && (
          <p
            role="status"
            className="absolute top-2 left-2 max-w-[70%] rounded-lg bg-paper/90 px-2 py-1 text-sm"
          >
            <strong>No map loaded.</strong>{' '}
            {dots.length > 0
              ? 'These are the true places of the doors.'
              : 'We don’t know where these doors are yet.'}{' '}
            {WHY[found.why]}
          </p>
        )}
        <div className="pointer-events-none absolute inset-x-2 bottom-1 flex flex-wrap items-end gap-x-3 gap-y-1">
          {place && (found.map || dots.length > 0) && <ScaleBar metresPerPixel={place.metresPerPixel} />}
          <MapAttribution map={found.map} hasDots={dots.length > 0} />
        </div>
      </div>
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

const WHY = {
  none: 'The office can add a map.',
  offline: 'The map needs a connection.',
}
