import { useState } from 'react'
import type { PhoneListed } from '#protocol/phones.ts'
import { setPhoneState } from '../../../http/phones.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { countOf } from '../../../ui/wording.ts'
import type { PhoneOrder } from './phone-actions.tsx'

const STATES = { suspend: 'suspended', resume: 'active', wipe: 'wiping' } as const

type OrderPhoneProps = {
  phone: PhoneListed
  order: PhoneOrder
  onDone: () => void
  onClose: () => void
}

/** Asks before a phone is suspended, may sell again or is wiped, and says what happens then. */
export function OrderPhone({ phone, order, onDone, onClose }: OrderPhoneProps) {
  const [busy, setBusy] = useState(false)
  const { title, sentences, button, done } = inWords(order, phone)

  async function send() {
    setBusy(true)
    const set = await setPhoneState(phone.id, STATES[order])
    setBusy(false)
    if (!set.ok) return toast(`Couldn’t do it: ${set.failure.message}`, 'bad')
    onDone()
    onClose()
    toast(done)
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-4 overflow-y-auto p-5">
        {sentences.map((sentence) => (
          <p key={sentence} className="wrap-anywhere">
            {sentence}
          </p>
        ))}
        <DialogFoot leave="Cancel" onLeave={onClose}>
          <Button busy={busy} onClick={() => void send()}>
            {button}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  )
}

function inWords(order: PhoneOrder, phone: PhoneListed) {
  const { name, state } = phone
  switch (order) {
    case 'suspend':
      return {
        title: `Suspend ${name}?`,
        sentences: [
          'It stops selling as soon as it is online, and says that the office has paused it.',
          'Sales that are still on it are taken and held, until you release them under Exceptions.',
        ],
        button: 'Suspend',
        done: `${name} is suspended`,
      }
    case 'wipe':
      return {
        title: `Wipe ${name}?`,
        sentences: [
          unsentInWords(phone),
          'Once it is online, it hands in what is on it, then deletes everything of Doorstep and confirms. Those sales are held, until you release them under Exceptions.',
        ],
        button: 'Wipe',
        done: `Wipe asked: ${name} deletes everything once it is online`,
      }
    case 'resume':
      return {
        title: state === 'wiping' ? `Stop the wipe of ${name}?` : `Let ${name} sell again?`,
        sentences: [
          state === 'wiping'
            ? 'It may sell again, unless it has begun to delete. Held sales stay held until you release them.'
            : 'It may sell at once. Held sales stay held until you release them under Exceptions.',
        ],
        button: state === 'wiping' ? 'Stop the wipe' : 'Resume',
        done: `${name} may sell again`,
      }
  }
}

function unsentInWords({ seen_at, unsent_sales, unsent_signed }: PhoneListed): string {
  if (seen_at === null) return 'It has not reported yet, so it is not known whether sales wait on it.'
  if (unsent_sales === 0) return 'When it last reported, no sale waited on it.'
  return `When it last reported, ${countOf(unsent_sales, 'sale')} waited on it, ${unsent_signed} of them signed.`
}
