import type { WalkStreet } from '#domain/street/walk-streets.ts'

/** Returns the name of a street as the walk shows it. */
export const streetName = ({ name = 'Houses without a street' }: WalkStreet): string => name
