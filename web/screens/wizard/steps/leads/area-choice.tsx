import { useState } from 'react'
import { formatWhole } from '#domain/kernel/thousands.ts'
import { isTooMuch, MAX_ROWS_ON_A_PHONE, type Territory } from '#protocol/territory.ts'
import { useApp } from '../../../../app-context.ts'
import { Button } from '../../../../ui/button.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import { countOf } from '../../../../ui/wording.ts'

/** Replaces the list while the agent chooses the area that this phone keeps (docs/product 10.6). */
export function AreaChoice({ territory }: { territory: Territory }) {
  const { lists } = useApp()
  const mustChoose = isTooMuch(territory)
  const everywhere = { area: undefined, leads: territory.leads }
  const offered = mustChoose ? territory.areas : [everywhere, ...territory.areas]
  const isTaken = lists.area !== undefined || !mustChoose
  const [index, setIndex] = useState(isTaken ? offered.findIndex(({ area }) => area === lists.area) : -1)
  const chosen = offered[index]
  return (
    <section aria-labelledby="area-choice" className="card flex flex-col gap-3 p-4">
      <h3 id="area-choice" className="font-semibold">
        Your area
      </h3>
      <p className="text-muted">
        {mustChoose ? tooMuch(territory) : 'See the leads and opportunities of one area only.'}
      </p>
      <SelectField label="Area" value={index} onChange={({ target }) => setIndex(Number(target.value))}>
        {!chosen && <option value={-1}>Choose an area</option>}
        {offered.map(({ area, leads }, place) => (
          <option key={area ?? 'everywhere'} value={place}>
            {nameOf(area)} ({countOf(leads, 'lead')})
          </option>
        ))}
      </SelectField>
      <Button disabled={!chosen} onClick={() => chosen && void lists.chooseArea(chosen.area)}>
        Show this area
      </Button>
    </section>
  )
}

const tooMuch = ({ leads, sales }: Territory) =>
  `There are ${formatWhole(leads)} leads and ${formatWhole(sales)} opportunities here. A phone keeps at most ` +
  `${formatWhole(MAX_ROWS_ON_A_PHONE)} of each, so choose the area you work in.`

const nameOf = (area: string | undefined) => (area === undefined ? 'All areas' : area || 'No area')
