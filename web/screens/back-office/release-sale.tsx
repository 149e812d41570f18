import { useState } from 'react'
import { releaseSale } from '../../http/held-sales.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useMay } from './account/account.ts'

type ReleaseSaleProps = {
  sessionId: string
  /** The element that names the sale. */
  describedBy: string
  onChange: () => void
}

/** Releases a held sale to CRM, automation and mail (docs/product 26.6). */
export function ReleaseSale({ sessionId, describedBy, onChange }: ReleaseSaleProps) {
  const [busy, setBusy] = useState(false)
  const mayRelease = useMay('release-holds')

  async function release() {
    setBusy(true)
    const released = await releaseSale(sessionId)
    setBusy(false)
    onChange()
    if (released.ok) toast('Released. It is on its way now')
    else toast(`Couldn’t release it: ${released.failure.message}`, 'bad')
  }

  if (!mayRelease) return null
  return (
    <Button
      look="quiet"
      className="-mx-3.5"
      aria-describedby={describedBy}
      busy={busy}
      onClick={() => void release()}
    >
      Release
    </Button>
  )
}
