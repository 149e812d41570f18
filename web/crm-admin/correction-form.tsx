import { type ReactNode, useState } from 'react'
import type { Answered } from '../api/back-office.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast-store.ts'

type CorrectionFormProps = {
  name: string
  children: ReactNode
  /** Sends what was entered. */
  onSend: () => Promise<Answered<unknown>>
  onChange: () => void
}

/** Fields of a delivery to correct, sent and queued again; the server's objection stands above the button. */
export function CorrectionForm({ name, children, onSend, onChange }: CorrectionFormProps) {
  const [busy, setBusy] = useState(false)
  const [objection, setObjection] = useState<string>()

  async function send() {
    setBusy(true)
    const sent = await onSend()
    setBusy(false)
    setObjection(sent.ok ? undefined : sent.message)
    if (sent.ok) toast('Corrected and queued to be tried now')
    onChange()
  }

  return (
    <form
      noValidate
      aria-label={name}
      className="flex flex-col gap-3 rounded-lg border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h4 className="font-medium">{name}</h4>
      <div className="grid gap-3 sm:grid-cols-2">{children}</div>
      {objection && (
        <p role="alert" className="text-danger wrap-anywhere">
          {objection}
        </p>
      )}
      <Button type="submit" disabled={busy} className="self-start">
        Save and retry
      </Button>
    </form>
  )
}
