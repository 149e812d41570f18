import { useState } from 'react'
import { type Columns, matchColumns } from '#domain/lead-files/match-columns.ts'
import { type LeadImport, MAX_LEAD_FILE_BYTES } from '#protocol/lead-files.ts'
import { PROBLEMS } from '#protocol/problems.ts'
import { applyImport, type ImportFailure, planImport } from '../../../http/lead-files.ts'
import { findKeptColumns, keepColumns } from './kept-columns.ts'

/** How far the import of a file has come. */
export type ImportState =
  | { step: 'choose'; failure?: string }
  | { step: 'plan'; name: string }
  | { step: 'planned'; file: File; plan: LeadImport; notice?: string; isBusy?: boolean }
  | { step: 'apply'; file: File; plan: LeadImport }
  | { step: 'applied'; name: string; plan: LeadImport }

const CHANGED = 'Leads have changed in the meantime, so this is a new dry run. Check it before you import.'

/** Returns the state of the import on the screen, and the functions for its next steps. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ step: 'choose' })

  /** Plans the import, with the columns that were chosen last time for a file with this header. */
  async function choose(file: File) {
    if (file.size > MAX_LEAD_FILE_BYTES)
      return setState({ step: 'choose', failure: PROBLEMS['lead-file-too-large'].sentence })
    setState({ step: 'plan', name: file.name })
    const planned = await planImport(file)
    if (!planned.ok) return setState({ step: 'choose', failure: sentenceOf(file, planned.failure) })
    const kept = findKeptColumns(headerOf(planned.value))
    const again = kept && (await planImport(file, kept))
    setState({ step: 'planned', file, plan: again?.ok ? again.value : planned.value })
  }

  async function setColumns(file: File, plan: LeadImport, columns: Columns) {
    setState({ step: 'planned', file, plan: withColumns(plan, columns), isBusy: true })
    const planned = await planImport(file, columns)
    if (!planned.ok)
      return setState({ step: 'planned', file, plan, notice: sentenceOf(file, planned.failure) })
    const header = headerOf(plan)
    keepColumns(header, isFound(header, columns) ? undefined : columns)
    setState({ step: 'planned', file, plan: planned.value })
  }

  async function apply(file: File, plan: LeadImport) {
    setState({ step: 'apply', file, plan })
    const applied = await applyImport(file, plan.hash, columnsOf(plan))
    if (applied.ok) return setState({ step: 'applied', name: file.name, plan: applied.value })
    const { fresh } = applied.failure
    setState({
      step: 'planned',
      file,
      plan: fresh ?? plan,
      notice: fresh ? CHANGED : `The import stopped: ${applied.failure.message}. You can continue it.`,
    })
  }

  return { state, choose, setColumns, apply, startOver: () => setState({ step: 'choose' }) }
}

const headerOf = ({ columns }: LeadImport) => columns.map(({ name }) => name)

export const columnsOf = ({ columns }: LeadImport): Columns => columns.map(({ field }) => field)

const withColumns = (plan: LeadImport, columns: Columns): LeadImport => ({
  ...plan,
  columns: plan.columns.map(({ name }, place) => ({ name, field: columns[place] ?? null })),
})

/** Whether these columns are the ones that their names suggest, so that nothing has to be remembered. */
const isFound = (header: readonly string[], columns: Columns) =>
  matchColumns(header).every((field, place) => field === columns[place])

const sentenceOf = ({ name }: File, { message }: ImportFailure) => `${name}: ${message}`
