import type { StreetProgress } from '#domain/street/street-progress.ts'
import { countOf } from '../../../../../ui/wording.ts'

/**
 * Returns the progress in words, such as `5 of 14 visited · 2 sold · 1 call-back today · 1 do not knock`. Leaves out
 * counts of 0.
 */
export const progressInWords = ({ doors, visited, sold, callBacksDue, doNotKnock }: StreetProgress): string =>
  [
    `${visited} of ${doors} visited`,
    sold > 0 && `${sold} sold`,
    callBacksDue > 0 && `${countOf(callBacksDue, 'call-back')} today`,
    doNotKnock > 0 && `${doNotKnock} do not knock`,
  ]
    .filter(Boolean)
    .join(' · ')
