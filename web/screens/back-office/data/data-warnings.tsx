import { TriangleAlert } from 'lucide'
import type { ReactNode } from 'react'
import { isUnchecked } from '#domain/premises/area.ts'
import { isOverdue } from '#domain/premises/data-month.ts'
import { monthInWords } from '#domain/premises/in-words.ts'
import { newerVersion } from '#domain/premises/newer-version.ts'
import type { PremisesDataListed } from '#protocol/premises-data.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../notice.tsx'
import { today } from '../today.ts'
import { KIND_NAMES } from './data-words.ts'

/** What is too old to rely on, as `npx doorstep data check` finds it (docs/product 19.6). */
export function DataWarnings({ data: { versions, areas } }: { data: PremisesDataListed }) {
  const stale = versions.filter(
    ({ state, observed_month }) => state === 'active' && isOverdue(observed_month, today()),
  )
  const outrun = versions.flatMap((version) => {
    const newer = version.state === 'active' && newerVersion(version, 'kept', versions)
    return newer ? { version, newer } : []
  })
  const unchecked = areas.filter(({ checked_on }) => isUnchecked({ checkedOn: checked_on }, today()))
  const hasPremises = versions.some(({ state, kind }) => state === 'active' && kind === 'bduk-premises')
  return (
    <>
      {stale.map(({ id, kind, observed_month }) => (
        <Warning key={id} title={`${KIND_NAMES[kind]} of ${monthInWords(observed_month)}: out of date.`}>
          A newer release is due. Import it with <code>npx doorstep data import</code>.
        </Warning>
      ))}
      {outrun.map(({ version: { id, kind, observed_month }, newer }) => (
        <Warning
          key={id}
          title={`${KIND_NAMES[kind]} of ${monthInWords(observed_month)} is active, although a newer version is kept.`}
        >
          Drop it to use {monthInWords(newer.observed_month)} instead.
        </Warning>
      ))}
      {unchecked.length > 0 && (
        <Warning title={uncheckedTitle(unchecked.length)}>
          Check whether vouchers are open there, then press Checked today. Until then, open areas count as
          unknown.
        </Warning>
      )}
      {areas.length > 0 && !hasPremises && (
        <Warning title="Voucher areas need BDUK’s data.">
          They don’t count until a release is imported with <code>npx doorstep data import</code>.
        </Warning>
      )}
    </>
  )
}

const uncheckedTitle = (count: number) =>
  count === 1
    ? '1 voucher area has not been checked for 90 days.'
    : `${count} voucher areas have not been checked for 90 days.`

const Warning = ({ title, children }: { title: string; children: ReactNode }) => (
  <Notice icon={<Icon of={TriangleAlert} size={20} />}>
    <strong>{title}</strong> {children}
  </Notice>
)
