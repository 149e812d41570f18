import { CircleAlert, CirclePause, IdCard } from 'lucide'
import { ENROL_PAGE } from '#protocol/identity.ts'
import { usePhoneSales } from '../../app-context.ts'
import { turnedAway } from '../../http/turned-away.ts'
import { isSigned, isWaiting } from '../../sync/phone-sales.ts'
import { phoneState } from '../../sync/phone-state.ts'
import { countOf } from '../../ui/wording.ts'
import { useStore } from '../../use-store.ts'
import { Notice } from './notice.tsx'

/** Why the server turns this phone away, and what the agent can do about it (docs/product 26.11). */
export function TurnedAwayNotice() {
  const why = useStore(turnedAway)
  const isWiping = useStore(phoneState) === 'wiping'
  const waiting = [...usePhoneSales().values()].filter(isWaiting)
  if (why === 'invalid-key')
    return (
      <Notice
        icon={CircleAlert}
        look="bad"
        text="The server doesn’t accept this phone’s key. Ask the office."
      />
    )
  if (why === 'phone-suspended')
    return (
      <Notice
        icon={CirclePause}
        look="wait"
        text={`${isWiping ? WIPING : PAUSED}${handedIn(waiting.length)}`}
      />
    )
  const signed = waiting.filter(isSigned).length
  const goal = signed > 0 ? `send ${countOf(signed, 'sale')}` : 'load your leads'
  return (
    <Notice icon={IdCard} look="wait" text={`Enrol this phone to ${goal}.`}>
      {/* The text of the link is short, because large text leaves little room beside the sentence. */}
      <a href={ENROL_PAGE} aria-label="Enrol this phone" className="notice-button flex items-center">
        Enrol
      </a>
    </Notice>
  )
}

const WIPING = 'Your office is wiping this phone.'
const PAUSED =
  'Your office has paused this phone. You can still sell, but your sales are held. Call your office.'

const handedIn = (waiting: number) =>
  waiting > 0 ? ` ${countOf(waiting, 'sale')} ${waiting === 1 ? 'is' : 'are'} being handed in.` : ''
