import { SkeletonRows } from '../../../../ui/states.tsx'

/** As many as the list draws before it has measured the screen. */
const ROWS = 6

/** The place of the leads until they are there. */
export const LeadsComing = ({ label = 'Loading leads' }: { label?: string }) => (
  <div className="lead-scroller">
    <SkeletonRows count={ROWS} label={label} />
  </div>
)
