import { formatWhole } from '#domain/kernel/thousands.ts'
import { ACTIONS } from '#domain/lead-files/actions.ts'
import { ACTION_NAMES } from '#domain/lead-files/counts-in-words.ts'
import type { Columns } from '#domain/lead-files/match-columns.ts'
import type { LeadImport } from '#protocol/lead-files.ts'
import { Button } from '../../../ui/button.tsx'
import { countOf } from '../../../ui/wording.ts'
import { PlanColumns } from './plan-columns.tsx'
import { PlanRows } from './plan-rows.tsx'

type PlanProps = {
  file: File
  plan: LeadImport
  notice?: string
  isBusy?: boolean
  onColumns: (columns: Columns) => void
  onApply: () => void
  onCancel: () => void
}

/** The dry run of a file: what would happen to its rows, with buttons to apply or cancel it. */
export function Plan({ file, plan, notice, isBusy = false, onColumns, onApply, onCancel }: PlanProps) {
  const { create, update } = plan
  return (
    <div className="border-t border-line">
      <div role="status" className="flex flex-col gap-2 px-4 pt-4">
        <h3 className="font-semibold wrap-anywhere">Dry run of {file.name}</h3>
        {notice && <p className="rounded-xl bg-wait-soft px-3 py-2 wrap-anywhere text-wait">{notice}</p>}
        {plan.warnings.map((warning) => (
          <p key={warning} className="rounded-xl bg-wait-soft px-3 py-2 wrap-anywhere text-wait">
            {warning}
          </p>
        ))}
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2">
          {ACTIONS.map((action) => (
            <div key={action} className="flex flex-col-reverse rounded-xl bg-sunken px-3 py-2">
              <dt className="text-sm text-muted">{ACTION_NAMES[action]}</dt>
              <dd className="numeral text-2xl">{formatWhole(plan[action])}</dd>
            </div>
          ))}
        </dl>
      </div>
      <PlanColumns columns={plan.columns} isBusy={isBusy} onChange={onColumns} />
      <PlanRows file={file} plan={plan} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line p-4">
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">
          {create + update === 0
            ? 'There is nothing to import: no row is new or changed.'
            : 'An import cannot be undone. Export the leads first if you may want to go back. The status of a lead and its sales stay as they are.'}
        </p>
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={create + update === 0} busy={isBusy} onClick={onApply}>
          {isBusy
            ? 'Planning…'
            : create + update === 0
              ? 'Apply'
              : `Apply to ${countOf(create + update, 'lead')}`}
        </Button>
      </div>
    </div>
  )
}
