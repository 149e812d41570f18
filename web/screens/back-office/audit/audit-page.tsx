import { useRef } from 'react'
import { VERBS } from '#protocol/audit.ts'
import { exportAudit } from '../../../http/audit.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, SkeletonRows } from '../../../ui/states.tsx'
import { ToastRegion } from '../../../ui/toasts.tsx'
import { areReversed, DAYS_REVERSED, DaysSearched } from '../days-searched.tsx'
import { ExportCsv } from '../export-csv.tsx'
import { MoreOfList } from '../more-of-list.tsx'
import { NoAnswer } from '../notices.tsx'
import { AuditFrame } from '../page-frames.tsx'
import { TermField } from '../term-field.tsx'
import { ActRow } from './act-row.tsx'
import { askedBy, auditIn, FIRST_SHOWN } from './audit-in-address.ts'
import { type AuditShown, useAudit } from './use-audit.ts'
import { VERB_NAMES } from './verb-names.ts'

/** What the office and operators did: each change has its reason and each export its trace (docs/product 25). */
export function AuditPage() {
  const audit = useAudit()
  return (
    <AuditFrame actions={<ExportCsv name="audit.csv" read={() => exportAudit(askedBy(audit.search))} />}>
      {audit.failingSince && <NoAnswer since={audit.failingSince} />}
      <Acts audit={audit} />
      <ToastRegion place="page" />
    </AuditFrame>
  )
}

function Acts({ audit }: { audit: AuditShown }) {
  const { value, search, isCurrent, onSearch, showMore } = audit
  const list = useRef<HTMLUListElement>(null)
  const isEmpty = value?.acts.length === 0
  return (
    <section aria-label="Acts" aria-busy={!isCurrent} className="card overflow-hidden">
      <SearchFields audit={audit} />
      {(!value || (isEmpty && !isCurrent)) && <SkeletonRows count={3} label="Loading the acts" />}
      {isEmpty && isCurrent && <Nothing search={search} onAll={() => onSearch(auditIn(''))} />}
      <ul ref={list} className={`divide-y divide-line ${isCurrent ? '' : 'opacity-60'}`}>
        {value?.acts.map((act) => (
          <ActRow key={act.id} act={act} />
        ))}
      </ul>
      <MoreOfList
        list={list}
        count={value?.acts.length ?? 0}
        showMore={showMore}
        isCut={value?.next != null}
        hint="Choose dates to see earlier acts. Export CSV has them all."
      />
    </section>
  )
}

function SearchFields({ audit: { search, onSearch } }: { audit: AuditShown }) {
  const change = (changed: Partial<typeof search>) => onSearch({ ...search, ...changed, limit: FIRST_SHOWN })
  return (
    <search className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-2 border-b border-line p-3">
      <div className="col-span-full">
        <TermField
          label="What was done"
          value={search.verb}
          terms={['', ...VERBS]}
          names={{ '': 'Anything', ...VERB_NAMES }}
          onChange={(verb) => change({ verb })}
        />
      </div>
      <DaysSearched from={search.from} to={search.to} onChange={change} />
    </search>
  )
}

const Nothing = ({ search, onAll }: { search: AuditShown['search']; onAll: () => void }) =>
  search.verb + search.from + search.to !== '' ? (
    <EmptyState
      action={
        <Button look="quiet" onClick={onAll}>
          Show everything
        </Button>
      }
    >
      {areReversed(search) ? DAYS_REVERSED : 'No acts of this kind on these days.'}
    </EmptyState>
  ) : (
    <EmptyState>Nothing yet. Corrections, retries, imports, exports and the like show here.</EmptyState>
  )
