import { type ReactNode, useState } from 'react'
import type { Answered } from '../../http/ask.ts'
import { Button } from '../../ui/button.tsx'
import { downloadBlob } from '../../ui/download-blob.ts'
import { toast } from '../../ui/toast-store.ts'
import { useMay } from './account/account.ts'

type ExportCsvProps = {
  /** The name of the file. */
  name: string
  read: () => Promise<Answered<Blob>>
  children?: ReactNode
}

/**
 * A button that saves what `read` returns as a file, or says why it could not. Hidden from people who may not take data
 * out.
 */
export function ExportCsv({ name, read, children = 'Export CSV' }: ExportCsvProps) {
  const [busy, setBusy] = useState(false)
  const mayTakeOut = useMay('take-out')

  async function save() {
    setBusy(true)
    const file = await read()
    setBusy(false)
    if (file.ok) downloadBlob(name, file.value)
    else toast(`Couldn’t export: ${file.failure.message}`, 'bad')
  }

  if (!mayTakeOut) return null
  return (
    <Button look="secondary" busy={busy} onClick={() => void save()}>
      {children}
    </Button>
  )
}
