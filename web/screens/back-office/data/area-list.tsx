import { useState } from 'react'
import type { AreaEntry } from '#domain/premises/area-entry.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useMay } from '../account/account.ts'
import { AreaRow } from './area-row.tsx'
import { EditArea } from './edit-area.tsx'

type AreaListProps = { areas: readonly AreaEntry[]; onChange: () => void }

/** Where vouchers are open. The office maintains this list by hand. */
export function AreaList({ areas, onChange }: AreaListProps) {
  const mayEdit = useMay('write-office')
  const [editing, setEditing] = useState<AreaEntry | 'new'>()
  return (
    <section aria-label="Voucher areas" className="card overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-1 pr-2 pl-4">
        <h2 className="font-semibold">Voucher areas</h2>
        {mayEdit && (
          <Button look="quiet" onClick={() => setEditing('new')}>
            Add area
          </Button>
        )}
      </div>
      {areas.length === 0 && (
        <EmptyState>
          No areas yet. There is no public list of where vouchers are open: add the districts you sell in, or
          import a CSV file.
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {areas.map((area) => (
          <AreaRow
            key={area.area}
            area={area}
            onEdit={mayEdit ? () => setEditing(area) : undefined}
            onChange={onChange}
          />
        ))}
      </ul>
      {editing && (
        <EditArea
          area={editing === 'new' ? undefined : editing}
          onSaved={onChange}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  )
}
