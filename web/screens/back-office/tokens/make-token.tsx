import { useState } from 'react'
import type { TokenMade } from '#protocol/people.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useDialogFocus } from '../use-dialog-focus.ts'
import { NewTokenForm } from './new-token-form.tsx'

type MakeTokenProps = { onMade: () => void; onClose: () => void }

/** Makes a token, then shows it. It cannot be shown again. */
export function MakeToken({ onMade, onClose }: MakeTokenProps) {
  const [made, setMade] = useState<TokenMade>()
  useDialogFocus(made)
  return (
    <Dialog title={made ? made.listed.name : 'Make a token'} onClose={onClose}>
      {made ? (
        <div className="flex flex-col gap-4 overflow-y-auto p-5">
          <p>
            <strong className="font-semibold">It is shown only once.</strong> Put it where the program keeps
            its secrets. The program sends it as the header <code className="font-mono">apikey</code>.
          </p>
          <p className="rounded-xl bg-sunken p-3 font-mono text-sm wrap-anywhere">{made.token}</p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button look="secondary" onClick={() => void copyText(made.token, 'the token')}>
              Copy
            </Button>
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      ) : (
        <NewTokenForm
          onClose={onClose}
          onMade={(token) => {
            setMade(token)
            onMade()
          }}
        />
      )}
    </Dialog>
  )
}
