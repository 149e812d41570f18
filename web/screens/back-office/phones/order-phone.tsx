import { useState } from 'react'
import type { PhoneListed } from '#protocol/phones.ts'
import { setPhoneState } from '../../../http/phones.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { orderInWords } from './order-words.ts'
import type { PhoneOrder } from './phone-actions.tsx'

const STATES = { suspend: 'suspended', resume: 'active', wipe: 'wiping' } as const

type OrderPhoneProps = {
  phone: PhoneListed
  order: PhoneOrder
  onDone: () => void
  onClose: () => void
}

/** Asks before a phone is suspended, resumed or wiped, and says what happens then. */
export function OrderPhone({ phone, order, onDone, onClose }: OrderPhoneProps) {
  const [busy, setBusy] = useState(false)
  const { title, sentences, button, done } = orderInWords(order, phone)

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
