import type { StreetProgress } from '#domain/street/street-progress.ts'
import { countOf } from '../../../../../ui/wording.ts'

/** Returns `5 of 14 visited · 2 sold · 1 call-back today · 1 do not knock`. What there is not is left out. */
export const progressInWords = ({ doors, visited, sold, callBacksDue, doNotKnock }: StreetProgress): string =>
  [
    `${visited} of ${doors} visited`,
    sold > 0 && `${sold} sold`,
    callBacksDue > 0 && `${countOf(callBacksDue, 'call-back')} today`,
    doNotKnock > 0 && `${doNotKnock} do not knock`,
  ]
    .filter(Boolean)
    .join(' · ')
