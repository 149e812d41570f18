import { useCallback, useState } from 'react'
import { isObject } from '#domain/kernel/parse-json.ts'
import { TERRITORY_PATH, type Territory } from '#protocol/territory.ts'
import { isStreetProgress, streetProgressPath } from '../../../http/office-street.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx'
import { useRead } from '../use-read.ts'
import { StreetRow } from './street-row.tsx'

const TITLE = 'Streets'

/**
 * How far agents have come in the streets of an area. Counting takes a moment, so the area is only counted on request.
 */
export function StreetProgress() {
  const territory = useRead(TERRITORY_PATH, isObject<Territory>, undefined)
  const areas = territory.value?.areas.filter(({ leads }) => leads > 0)
  const [chosen, setChosen] = useState<string>()
  const area = chosen ?? areas?.[0]?.area
  const { value, problem, again } = useRead(
    area === undefined ? undefined : streetProgressPath(area),
    isStreetProgress,
    undefined,
  )
  const refresh = useCallback(() => {
    territory.again()
    again()
  }, [territory.again, again])
  return (
    <section aria-label={TITLE} className="card min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-1 pr-2 pl-4">
        <h2 className="font-semibold">{TITLE}</h2>
        <Button look="quiet" onClick={refresh}>
          Count again
        </Button>
      </div>
      {(territory.problem ?? problem) && (
        <div className="p-3">
          <ErrorState
            message={`Couldn’t count the doors: ${territory.problem ?? problem}`}
            onRetry={refresh}
          />
        </div>
      )}
      {areas?.length === 0 && (
        <EmptyState>No leads yet. Import a lead file, or sync leads from the CRM.</EmptyState>
      )}
      {areas && areas.length > 0 && (
        <div className="border-b border-line p-3">
          <SelectField label="Area" value={area} onChange={(event) => setChosen(event.target.value)}>
            {areas.map((one) => (
              <option key={one.area} value={one.area}>
                {one.area || 'Without an area'}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {area !== undefined && !value && !problem && <SkeletonRows count={3} label="Counting the doors" />}
      <ul className="divide-y divide-line">
        {value?.streets.map((street) => (
          <StreetRow key={street.key} street={street} />
        ))}
      </ul>
      {value?.is_whole === false && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          This area has too many leads: only some are counted.
        </p>
      )}
    </section>
  )
}
