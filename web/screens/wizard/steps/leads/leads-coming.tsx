import { SkeletonRows } from '../../../../ui/states.tsx'

/** As many rows as the list draws before it has measured the screen. */
const ROWS = 6

/** The placeholder for the leads while they load. */
export const LeadsComing = ({ label = 'Loading leads' }: { label?: string }) => (
  <div className="lead-scroller">
    <SkeletonRows count={ROWS} label={label} />
  </div>
)
