import { useState } from 'react'
import { formatWhole } from '#domain/kernel/thousands.ts'
import type { Action } from '#domain/lead-files/actions.ts'
import { ACTION_NAMES } from '#domain/lead-files/counts-in-words.ts'
import type { ImportedRow, LeadImport } from '#protocol/lead-files.ts'
import { DownloadFailedRows } from './download-failed-rows.tsx'
import { FIELD_NAMES } from './words.ts'

/** The kinds of rows, in the order in which a person should look at them. */
const LISTED = ['conflict', 'skip', 'update', 'create'] as const satisfies readonly Action[]
const MAX_SHOWN = 200

/** The rows of a plan, one kind at a time, and the failed ones as a file. */
export function PlanRows({ file, plan }: { file: File; plan: LeadImport }) {
  const [chosen, setChosen] = useState<Action>()
  const kinds = LISTED.filter((action) => plan[action] > 0)
  const shown = chosen !== undefined && plan[chosen] > 0 ? chosen : kinds[0]
  if (shown === undefined) return null
  const rows = plan.rows.filter(({ action }) => action === shown)
  return (
    <div className="flex flex-col gap-2 px-4 pb-4">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Rows shown</legend>
          {kinds.map((action) => (
            <button
              key={action}
              type="button"
              aria-pressed={action === shown}
              className="min-h-11 rounded-full border border-edge px-3 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold"
              onClick={() => setChosen(action)}
            >
              {ACTION_NAMES[action]} {formatWhole(plan[action])}
            </button>
          ))}
        </fieldset>
        <DownloadFailedRows name={file.name} plan={plan} />
      </div>
      <ul
        tabIndex={0}
        aria-label={`Rows: ${ACTION_NAMES[shown]}`}
        className="max-h-96 divide-y divide-line overflow-y-auto overscroll-contain rounded-xl border border-line -outline-offset-3"
      >
        {rows.slice(0, MAX_SHOWN).map((row) => (
          <Row key={row.line} {...row} />
        ))}
      </ul>
      {rows.length > MAX_SHOWN && (
        <p className="text-sm text-muted">
          The first {MAX_SHOWN} of {formatWhole(rows.length)}.
        </p>
      )}
    </div>
  )
}

const Row = ({ line, door, changes, reason, cells }: ImportedRow) => (
  <li className="flex gap-3 px-3 py-2">
    <span className="w-14 shrink-0 text-sm text-muted">line {line}</span>
    <div className="min-w-0 flex-1 wrap-anywhere">
      {reason && <p className="font-semibold">{reason}</p>}
      <p className={reason ? 'line-clamp-2 text-sm text-muted' : ''}>
        {door ?? cells?.filter((cell) => cell.trim() !== '').join(' · ')}
      </p>
      {changes?.map(({ field, from, to }) => (
        <p key={field} className="text-sm">
          <span className="text-muted">{FIELD_NAMES[field]}: </span>
          {from === '' ? <span className="text-muted">nothing</span> : <del>{from}</del>}
          <span className="text-muted"> → </span>
          <ins className="font-semibold no-underline">{to}</ins>
        </p>
      ))}
    </div>
  </li>
)
