import { type KnownClaim, knownClaim } from '#domain/street/known-claim.ts'
import type { ClaimAnswer } from '#protocol/claims.ts'
import type { StreetFeed } from '#protocol/street.ts'
import type { PhoneDatabase } from '#web/storage/database.ts'
import type { PhoneClaims } from '#web/street/phone-claims.ts'
import type { PhoneStreet } from '#web/street/phone-street.ts'

const streetOf = (name: string) => ({ street: `ll791|${name}`, street_name: name, area: '' })

/** Streets that phones claim and release at random. */
export const CLAIMED_STREETS = ['mill road', 'kirk wynd', 'ash lane'].map(streetOf)
/** A street that both phones claim while they are offline. */
export const DISPUTED_STREET = streetOf('green end')

export type ClaimingPhone = { database: PhoneDatabase; claims: PhoneClaims; street: PhoneStreet }

/** Returns how a phone shows a street now. */
export const shownOn = ({ claims, street }: ClaimingPhone, key: string): KnownClaim['by'] | 'free' =>
  knownClaim(key, { own: claims.get(), listed: street.get()?.feed.claims ?? [], now: new Date() })?.by ??
  'free'

/** Does what the walk offers for a street: claims a free one, and ends or renews the phone's own claim. */
export async function tapClaim(
  phone: ClaimingPhone,
  street: (typeof CLAIMED_STREETS)[number],
  isDone: boolean,
) {
  const by = shownOn(phone, street.street)
  if (by === 'free') await phone.claims.claim(street)
  else if (by !== 'other')
    await (isDone ? phone.claims.release(street.street) : phone.claims.renew(street.street))
}

/** Follows the server's decisions, in its order, and finds decisions that contradict each other. */
export function watchClaims() {
  const holders = new Map<string, string>()
  const decided = new Set<string>()
  const wrongs: string[] = []

  function decide({ id, street, state }: ClaimAnswer): void {
    const holder = holders.get(street)
    if (state === 'held' && holder !== undefined && holder !== id) wrongs.push(`${street} has two holders`)
    if (state === 'lost' && holder === id) wrongs.push(`${street} was taken from its holder`)
    if (state === 'lost' && holder === undefined && !decided.has(id))
      wrongs.push(`${street} was lost to no one`)
    if (state === 'held') holders.set(street, id)
    if (state === 'over' && holder === id) holders.delete(street)
    decided.add(id)
  }

  return {
    wrongs,
    decide: (answers: readonly ClaimAnswer[]) => answers.forEach(decide),
    /**
     * Call when the claims are gone, because they have expired or the server was restored to a backup from before them.
     */
    forget: () => holders.clear(),
    holderOf: (street: string) => holders.get(street),
  }
}

/**
 * Makes the claims that a phone has kept this many hours older, as if the time had passed. Takes effect after a reload.
 */
export async function passHours({ database }: ClaimingPhone, hours: number): Promise<void> {
  const earlier = (text: string) =>
    text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) =>
      new Date(Date.parse(at) - hours * 3_600_000).toISOString(),
    )
  await database.use(async (marks) => {
    await marks.put('marks', earlier((await marks.get('marks', 'own-claims')) ?? '[]'), 'own-claims')
    const kept = JSON.parse((await marks.get('marks', 'street')) ?? 'null') as { feed: StreetFeed } | null
    if (!kept) return
    const claims = JSON.parse(earlier(JSON.stringify(kept.feed.claims ?? [])))
    await marks.put('marks', JSON.stringify({ ...kept, feed: { ...kept.feed, claims } }), 'street')
  })
}
