import type { PhoneListed } from '#protocol/phones.ts'
import { countOf } from '../../../ui/wording.ts'
import type { PhoneOrder } from './phone-actions.tsx'

/** What a dialog asks, what happens then, and the toast once the phone has its order. */
type OrderWords = { title: string; sentences: string[]; button: string; done: string }

/** Returns the words of the dialog that asks before a phone is suspended, resumed or wiped (docs/product 26.6). */
export function orderInWords(order: PhoneOrder, phone: PhoneListed): OrderWords {
  const { name, state } = phone
  switch (order) {
    case 'suspend':
      return {
        title: `Suspend ${name}?`,
        sentences: [
          'Once it is online, it shows that the office has paused it and stops loading leads and sales.',
          'It can still sell. What it sells, and what is still on it, will be accepted but held until you release it under Exceptions.',
        ],
        button: 'Suspend',
        done: `${name} is suspended`,
      }
    case 'wipe':
      return {
        title: `Wipe ${name}?`,
        sentences: [
          unsentInWords(phone),
          'Once it is online, it hands in what is on it, then deletes all its Doorstep data and confirms. Those sales are held until you release them under Exceptions.',
        ],
        button: 'Wipe',
        done: `Wipe requested: ${name} deletes everything once it is online`,
      }
    case 'resume':
      return state === 'wiping'
        ? {
            title: `Stop the wipe of ${name}?`,
            sentences: [
              'It keeps what is on it, unless it has started deleting, and what it sells is no longer held. Held sales stay held until you release them under Exceptions.',
            ],
            button: 'Stop the wipe',
            done: `The wipe of ${name} is stopped`,
          }
        : {
            title: `Resume ${name}?`,
            sentences: [
              'What it sells from now on is no longer held. Held sales stay held until you release them under Exceptions.',
            ],
            button: 'Resume',
            done: `${name} is resumed`,
          }
  }
}

function unsentInWords({ seen_at, unsent_sales, unsent_signed }: PhoneListed): string {
  if (seen_at === null) return 'It has not reported yet, so we don’t know whether sales are waiting on it.'
  if (unsent_sales === 0) return 'When it last reported, no sales were waiting on it.'
  return `When it last reported, ${countOf(unsent_sales, 'sale')} ${unsent_sales === 1 ? 'was' : 'were'} waiting on it, ${unsent_signed} of them signed.`
}
