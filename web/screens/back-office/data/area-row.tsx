import { useId, useState } from 'react'
import { formatPounds } from '#domain/kernel/money.ts'
import { isUnchecked } from '#domain/premises/area.ts'
import type { AreaEntry } from '#domain/premises/area-entry.ts'
import { dayInWords } from '#domain/premises/in-words.ts'
import { putArea } from '../../../http/premises-data.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { today } from '../today.ts'
import { textsOfArea } from './area-texts.ts'
import { AREA_STATE_NAMES } from './data-words.ts'

/** `onEdit` is absent if the viewer may not change areas. */
type AreaRowProps = { area: AreaEntry; onEdit: (() => void) | undefined; onChange: () => void }

/** A voucher area: whether it is open, when that was checked, and what the office noted. */
export function AreaRow({ area, onEdit, onChange }: AreaRowProps) {
  const [busy, setBusy] = useState(false)
  const titleId = useId()
  const { name, state, checked_on, source_url, note } = area
  const isOld = isUnchecked({ checkedOn: checked_on }, today())

  async function save(changed: Partial<AreaEntry>, done: string) {
    setBusy(true)
    const saved = await putArea(textsOfArea({ ...area, checked_on: today(), ...changed }))
    setBusy(false)
    onChange()
    if (saved.ok) toast(done, 'good')
    else toast(`Couldn’t save it: ${saved.failure.message}`, 'bad')
  }

  return (
    <li className="px-4 py-2.5 wrap-anywhere">
      <p id={titleId}>
        <strong>{name}</strong> <span className="text-sm text-muted">{area.area}</span>
      </p>
      <p className="text-sm">{stateInWords(area)}</p>
      <p className={`text-sm ${isOld ? 'font-semibold text-danger' : 'text-muted'}`}>
        Checked {dayInWords(checked_on)}
        {source_url !== '' && <Source address={source_url} />}
      </p>
      {note !== '' && <p className="text-sm">{note}</p>}
      {onEdit && (
        <div className="-mx-3.5 flex flex-wrap">
          {checked_on !== today() && (
            <Button
              look="quiet"
              busy={busy}
              aria-describedby={titleId}
              onClick={() => void save({}, `Checked today: ${name}`)}
            >
              Checked today
            </Button>
          )}
          {state !== 'closed' && (
            <Button
              look="quiet"
              busy={busy}
              aria-describedby={titleId}
              onClick={() => void save({ state: 'closed' }, `Closed: ${name}`)}
            >
              Close
            </Button>
          )}
          <Button look="quiet" aria-describedby={titleId} onClick={onEdit}>
            Edit
          </Button>
        </div>
      )}
    </li>
  )
}

const Source = ({ address }: { address: string }) => (
  <>
    {' · '}
    <a href={address} target="_blank" rel="noreferrer" className="underline">
      Source
    </a>
  </>
)

function stateInWords({ state, open_from, open_to, max_voucher }: AreaEntry): string {
  return [
    AREA_STATE_NAMES[state],
    open_from && `from ${dayInWords(open_from)}`,
    open_to && `until ${dayInWords(open_to)}`,
    max_voucher !== null && `up to ${formatPounds(max_voucher)}`,
  ]
    .filter(Boolean)
    .join(', ')
}
