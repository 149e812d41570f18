import type { KnownClaim } from '#domain/street/known-claim.ts'
import type { WalkStreet } from '#domain/street/walk-streets.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { claimsOn } from '../../../../../street/claims-on.ts'
import { toast } from '../../../../../ui/toast-store.ts'
import { streetName } from './street-name.ts'

type ClaimButtonProps = { street: WalkStreet; claim: KnownClaim | undefined }

/** Claims a street, or ends the claim. If another phone has claimed it, there is no button. */
export function ClaimButton({ street, claim }: ClaimButtonProps) {
  if (claim?.by === 'other') return null
  const claims = claimsOn(thisPhone)
  const { key, doors } = street
  const act = () =>
    claim
      ? claims.release(key)
      : claims.claim({ street: key, street_name: streetName(street), area: doors[0]?.lead.area ?? '' })
  return (
    <button
      type="button"
      className="side-button ml-auto border-accent text-accent"
      onClick={() => void act().catch(() => toast('Not saved: This phone’s storage is full', 'bad'))}
    >
      {claim ? 'Done here' : 'Claim street'}
    </button>
  )
}
