import type { KnownClaim } from '#domain/street/known-claim.ts'
import { countOf } from '../../../../../ui/wording.ts'
import { DoorRow } from './door-row.tsx'
import { StreetOptions } from './street-options.tsx'
import { StreetRow } from './street-row.tsx'
import type { WalkKnown } from './use-walk-known.ts'
import type { WalkRow } from './walk-rows.ts'

export type AnyRowProps = {
  row: WalkRow
  known: WalkKnown
  /** Returns who works a street. */
  claimOf: (street: string) => KnownClaim | undefined
  /** The number of doors in the walk. */
  count: number
  selectedId: string | undefined
  isTabbable: boolean
  /** Shows or hides the options of a street. */
  onOptions: (street: string) => void
}

/** One row of the walk, of any kind. */
export function AnyRow({ row, known, claimOf, count, selectedId, isTabbable, onOptions }: AnyRowProps) {
  switch (row.kind) {
    case 'street':
      return (
        <StreetRow
          {...row}
          known={known}
          claim={claimOf(row.street.key)}
          isTabbable={isTabbable}
          onOptions={() => onOptions(row.street.key)}
        />
      )
    case 'options':
      return <StreetOptions street={row.street} claim={claimOf(row.street.key)} />
    case 'building':
      return (
        <h3 className="flex h-full flex-col justify-end border-b border-line px-4 pb-2 leading-tight font-semibold">
          {row.side && <span className="text-xs leading-4 text-muted">{row.side} </span>}
          {row.name}
          <span className="text-sm font-normal text-muted"> {countOf(row.doors, 'flat')}</span>
        </h3>
      )
    case 'door': {
      const { lead } = row.door
      return (
        <DoorRow
          {...row}
          state={known.stateOf(lead)}
          words={known.wordsOf(lead)}
          isSelected={lead.id === selectedId}
          isTabbable={isTabbable}
          count={count}
        />
      )
    }
  }
}
