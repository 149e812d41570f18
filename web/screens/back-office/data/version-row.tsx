import { Database } from 'lucide'
import { useId } from 'react'
import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { formatWhole } from '#domain/kernel/thousands.ts'
import { dataAgeInWords, dayInWords, monthInWords } from '#domain/premises/in-words.ts'
import type { DatasetListed } from '#protocol/premises-data.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { countOf } from '../../../ui/wording.ts'
import { today } from '../today.ts'
import { KIND_NAMES } from './data-words.ts'

/** Enough characters of a hash to distinguish the versions. */
const SHORT_HASH_LENGTH = 12

/** `onDrop` is absent if the viewer may not drop versions. */
type VersionRowProps = { version: DatasetListed; onDrop: (() => void) | undefined }

/** A version: what it is, how old, how many rows, and where it is from. */
export function VersionRow({ version, onDrop }: VersionRowProps) {
  const { kind, observed_month, state, rows, refused, imported_at, only_areas, files } = version
  const titleId = useId()
  const isActive = state === 'active'
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p id={titleId} className={isActive ? 'font-semibold' : ''}>
          {isActive && <Icon of={Database} size={16} className="mr-1.5 inline align-[-0.15em] text-accent" />}
          {KIND_NAMES[kind]}, {monthInWords(observed_month)}
        </p>
        <p className="text-sm">
          {isActive ? 'Active' : 'Kept, in case the active one is dropped'} ·{' '}
          {dataAgeInWords(observed_month, today())}
        </p>
        <p className="text-sm text-muted">
          {[
            countOf(rows, 'row'),
            `${formatWhole(refused)} refused`,
            only_areas.length > 0 && `only ${only_areas.join(', ')}`,
            files.length > 1 && countOf(files.length, 'file'),
            imported_at && `imported ${dayInWords(londonDateOf(imported_at))}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <Origin {...version} />
      </div>
      {onDrop && (
        <Button look="quiet" className="-mx-3.5" aria-describedby={titleId} onClick={onDrop}>
          Drop
        </Button>
      )}
    </li>
  )
}

const Origin = ({ source, source_url, licence, sha256, attribution }: DatasetListed) => (
  <p className="text-sm text-muted">
    {source_url === '' ? (
      source
    ) : (
      <a href={source_url} target="_blank" rel="noreferrer" className="underline">
        {source}
      </a>
    )}{' '}
    · {licence} · SHA-256 <code title={sha256}>{sha256.slice(0, SHORT_HASH_LENGTH)}</code>
    {attribution !== '' && <span className="block">{attribution}</span>}
  </p>
)
