import { useEffect, useState } from 'react'
import { type KnownClaim, knownClaim } from '#domain/street/known-claim.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { claimsOn } from '../../../../../street/claims-on.ts'
import { streetOn } from '../../../../../street/phone-street.ts'
import { useStore } from '../../../../../use-store.ts'

const EVERY_MS = 60_000

/**
 * Returns who works a street, by its key, as far as this phone knows now. A claim that ends disappears from the screen
 * too.
 */
export function useClaims(): (street: string) => KnownClaim | undefined {
  const listed = useStore(streetOn(thisPhone))?.feed.claims ?? []
  const own = useStore(claimsOn(thisPhone))
  const [, showAgain] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => showAgain((times) => times + 1), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const now = new Date()
  return (street) => knownClaim(street, { own, listed, now })
}
