import { TurnedAwayNotice } from '../../turned-away-notice.tsx'
import { AreaChoice } from './area-choice.tsx'
import { AreaShown } from './area-shown.tsx'
import { DoorAtHand } from './door-at-hand.tsx'
import { LeadPullProgress } from './lead-pull-progress.tsx'
import { LeadsAway } from './leads-away.tsx'
import { LeadsCounted } from './leads-counted.tsx'
import { ListUpdated } from './list-updated.tsx'
import { lookAtDoor } from './look-at-door.ts'
import { NoMatch } from './no-match.tsx'
import { StreetView } from './street-view.tsx'
import { syncNow } from './sync-now.ts'
import { Views } from './views/views.tsx'

/**
 * The parts of this step that the first screen does not need, in one chunk: each chunk costs the first page 60 bytes.
 */
export const laterParts = {
  AreaChoice,
  AreaShown,
  DoorAtHand,
  LeadPullProgress,
  LeadsAway,
  LeadsCounted,
  ListUpdated,
  lookAtDoor,
  NoMatch,
  StreetView,
  TurnedAwayNotice,
  Views,
  syncNow,
}
