import { Fragment } from 'react'
import type { MapDescription } from '#protocol/map.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { streetOn } from '../../../../../street/phone-street.ts'
import { useStore } from '../../../../../use-store.ts'

type MapAttributionProps = { map: MapDescription | undefined; hasDots: boolean }

/** The attributions that the licences of the tiles and of the doors' places demand, each once (docs/product 18.2). */
export function MapAttribution({ map, hasDots }: MapAttributionProps) {
  const feed = useStore(streetOn(thisPhone))?.feed
  const ofDots = hasDots ? (feed?.attributions ?? []) : []
  const lines = [...new Set([map?.attribution ?? '', ...ofDots])].filter((line) => line !== '')
  if (lines.length === 0) return null
  return (
    <p className="ml-auto rounded-lg bg-paper/80 px-2 text-right text-xs wrap-anywhere">
      {lines.map((line, place) => (
        <Fragment key={line}>
          {place > 0 && ' · '}
          <span>{line}</span>
        </Fragment>
      ))}
    </p>
  )
}
