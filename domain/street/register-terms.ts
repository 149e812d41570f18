/** What an entry covers: a household, a door with a sign, or a zone of postcodes or of one street. */
export const REGISTER_SCOPES = ['household', 'sticker', 'zone'] as const
export type RegisterScope = (typeof REGISTER_SCOPES)[number]

/** Why agents must not call. The words are fixed, so that no name or note can get in (docs/product 16.1). */
export const REGISTER_REASONS = ['asked', 'sign', 'no-cold-calling-zone', 'authority'] as const
export type RegisterReason = (typeof REGISTER_REASONS)[number]

export const REGISTER_SOURCES = ['door', 'phone', 'crm', 'council-list'] as const
export type RegisterSource = (typeof REGISTER_SOURCES)[number]

/** Why an entry ended. These words are fixed too. */
export const LIFT_REASONS = ['asked-again', 'moved-away', 'mistake', 'zone-ended'] as const
export type LiftReason = (typeof LIFT_REASONS)[number]

/** The reason that goes with each scope. */
export const REASON_OF_SCOPE: Record<RegisterScope, RegisterReason> = {
  household: 'asked',
  sticker: 'sign',
  zone: 'no-cold-calling-zone',
}
