import type { WhyNoMap } from './use-map-found.ts'

/** Says why there is no map below the doors, and what the agent still sees. */
export const NoTiles = ({ why, hasDots }: { why: WhyNoMap; hasDots: boolean }) => (
  <p role="status" className="absolute top-2 left-2 max-w-[70%] rounded-lg bg-paper/90 px-2 py-1 text-sm">
    <strong>No map loaded.</strong>{' '}
    {hasDots ? 'These are the true places of the doors.' : 'We don’t know where these doors are yet.'}{' '}
    {WHY[why]}
  </p>
)

const WHY = {
  none: 'The office can add a map.',
  offline: 'The map needs a connection.',
}
