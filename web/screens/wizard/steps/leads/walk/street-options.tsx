import type { KnownClaim } from '#domain/street/known-claim.ts'
import { SIDES, type Sides } from '#domain/street/walk-order.ts'
import type { WalkStreet } from '#domain/street/walk-streets.ts'
import { useStore } from '../../../../../use-store.ts'
import { ClaimButton } from './claim-button.tsx'
import { bothSides, sidesOf } from './kept-streets.ts'
import { streetName } from './street-name.ts'

const SIDES_NAMES: Record<Sides, string> = {
  'one-then-back': 'One side first',
  both: 'Both sides',
}

type StreetOptionsProps = { street: WalkStreet; claim: KnownClaim | undefined }

/** How the agent walks a street, and whether they have claimed it. */
export function StreetOptions({ street, claim }: StreetOptionsProps) {
  const sides = sidesOf(useStore(bothSides()), street.key)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that shows
    <div role="group" aria-label={`How to walk ${streetName(street)}`} className="street-options">
      {SIDES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === sides}
          className="side-button"
          onClick={() => name !== sides && bothSides().toggle(street.key)}
        >
          {SIDES_NAMES[name]}
        </button>
      ))}
      <ClaimButton street={street} claim={claim} />
    </div>
  )
}
