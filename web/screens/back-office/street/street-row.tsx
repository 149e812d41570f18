import { formatWhole } from '#domain/kernel/thousands.ts'
import type { StreetCounted } from '#protocol/office-street.ts'
import { countOf } from '../../../ui/wording.ts'
import { ShareBar } from '../share-bar.tsx'

/** A street: its doors, and how many were visited, bought or must not be called on. */
export function StreetRow({ street }: { street: StreetCounted }) {
  const { name, sector, doors, visited, sold, do_not_knock } = street
  return (
    <li className="[content-visibility:auto] [contain-intrinsic-size:auto_4rem] grid items-center gap-x-4 gap-y-1 px-4 py-2.5 wrap-anywhere sm:grid-cols-[minmax(0,1fr)_8rem]">
      <div>
        <p>
          <strong>{name ?? 'Without a street'}</strong> <span className="text-sm text-muted">{sector}</span>
        </p>
        <p className="text-sm text-muted">
          {[
            countOf(doors, 'door'),
            `${formatWhole(visited)} visited`,
            sold > 0 && `${formatWhole(sold)} sold`,
            do_not_knock > 0 && `${formatWhole(do_not_knock)} do not knock`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <ShareBar part={visited} whole={doors} />
    </li>
  )
}
