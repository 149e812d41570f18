import { ChevronRight, Ellipsis } from 'lucide'
import { useMemo } from 'react'
import type { KnownClaim } from '#domain/street/known-claim.ts'
import type { WalkStreet } from '#domain/street/walk-streets.ts'
import { Icon } from '../../../../../ui/icon.tsx'
import { claimInWords } from './claim-words.ts'
import { foldedStreets } from './kept-streets.ts'
import { progressInWords } from './progress-words.ts'
import { streetName } from './street-name.ts'
import type { WalkKnown } from './use-walk-known.ts'

type StreetRowProps = {
  street: WalkStreet
  known: WalkKnown
  claim: KnownClaim | undefined
  /** How many of its doors match search and filter. */
  shown: number
  isFolded: boolean
  hasOptions: boolean
  isTabbable: boolean
  onOptions: () => void
}

const LOOKS: Record<KnownClaim['by'], string> = {
  us: 'text-accent',
  'us-undecided': 'text-wait',
  other: 'text-wait',
}

/** The head of a street: its name and progress. Pressing it folds or unfolds its doors. */
export function StreetRow({
  street,
  known,
  claim,
  shown,
  isFolded,
  hasOptions,
  isTabbable,
  onOptions,
}: StreetRowProps) {
  const { sector, doors } = street
  const progress = useMemo(() => known.progressOf(doors.map(({ lead }) => lead)), [known, doors])
  const tabIndex = isTabbable ? 0 : -1
  return (
    <div className="street-head">
      <h2 className="min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={!isFolded}
          tabIndex={tabIndex}
          className="street-fold"
          onClick={() => foldedStreets().toggle(street.key)}
        >
          <Icon of={ChevronRight} size={20} className={`shrink-0 ${isFolded ? '' : 'rotate-90'}`} />
          <span className="min-w-0">
            <span className="line-clamp-1 leading-tight wrap-anywhere">
              <strong className="font-semibold">{streetName(street)}</strong>{' '}
              <span className="text-sm text-muted">{sector}</span>
            </span>{' '}
            <span className="line-clamp-2 text-sm leading-5 text-muted">
              {claim && (
                <>
                  <strong className={`font-semibold ${LOOKS[claim.by]}`}>{claimInWords(claim)}</strong>
                  {' · '}
                </>
              )}
              {progressInWords(progress)}
              {shown < doors.length && ` · ${shown} shown`}
            </span>
          </span>
        </button>
      </h2>
      <button
        type="button"
        aria-label={`Options for ${streetName(street)}`}
        aria-expanded={hasOptions}
        tabIndex={tabIndex}
        className="lead-map"
        onClick={onOptions}
      >
        <Icon of={Ellipsis} size={20} />
      </button>
    </div>
  )
}
