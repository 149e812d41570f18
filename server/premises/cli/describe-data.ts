import type { CalendarDate } from '#domain/cooling-off/calendar-date.ts'
import { isUnchecked } from '#domain/premises/area.ts'
import { isOverdue } from '#domain/premises/data-month.ts'
import { newerVersion } from '#domain/premises/newer-version.ts'
import type { DatasetListed, PremisesDataListed } from '#protocol/premises-data.ts'
import { counted } from '../import/import-files.ts'

const NO_DATA = 'There is no data. Eligibility checks are simulated.'

/** Returns the lines of `doorstep data list`. */
export function linesOf({ versions, areas }: PremisesDataListed): string[] {
  const lines = versions.map(lineOf)
  if (areas.length > 0) lines.push(`${areas.length} voucher areas, ${oldestCheck(areas)}`)
  return lines.length === 0 ? [NO_DATA] : lines
}

function lineOf({ id, kind, observed_month, state, rows, refused, only_areas, imported_at }: DatasetListed) {
  const what = `version ${id}  ${kind} of ${observed_month}  ${state}`
  if (imported_at === null) return what
  const part = only_areas.length > 0 ? `, only ${only_areas.join(', ')}` : ''
  return `${what}  ${counted(rows)} rows, ${counted(refused)} refused${part}, imported ${imported_at.slice(0, 10)}`
}

const oldestCheck = (areas: PremisesDataListed['areas']) =>
  `the oldest checked on ${areas.map(({ checked_on }) => checked_on).toSorted()[0]}`

/** Returns what an operator should look at, each in one line. */
export function findingsOf({ versions, areas }: PremisesDataListed, today: CalendarDate): string[] {
  const overdue = versions
    .filter(({ state, observed_month }) => state === 'active' && isOverdue(observed_month, today))
    .map(
      ({ id, kind, observed_month }) =>
        `Version ${id}, ${kind} of ${observed_month}, is stale: import a newer release.`,
    )
  const outrun = versions.flatMap((version) => {
    const { id, state } = version
    const newer = state === 'active' && newerVersion(version, 'kept', versions)
    return newer
      ? `Version ${id} is active, but version ${newer.id}, which is kept, is newer: drop version ${id}.`
      : []
  })
  const unchecked = areas
    .filter((area) => isUnchecked({ checkedOn: area.checked_on }, today))
    .map(
      ({ area, name, checked_on }) =>
        `${name} (${area}) was last checked on ${checked_on}: check whether vouchers are open there.`,
    )
  const hasPremises = versions.some(({ kind, state }) => kind === 'bduk-premises' && state === 'active')
  const alone =
    areas.length > 0 && !hasPremises
      ? ['There are voucher areas, but no BDUK data that they could apply to.']
      : []
  return [...overdue, ...outrun, ...unchecked, ...alone]
}
