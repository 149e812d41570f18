import { CircleAlert, CircleCheck } from 'lucide'
import type { CrmCheck } from '#protocol/functions.ts'
import { Icon } from '../../ui/icon.tsx'

/** Checks whose names begin with these words map our values to the CRM's. They are shown as tables. */
const MAPPINGS = [
  { begins: 'Stage ', title: 'Stages' },
  { begins: 'Custom field ', title: 'Custom fields' },
]

/** The checks of a test, with the mappings of stages and of custom fields in separate lists. */
export function CheckLists({ checks }: { checks: readonly CrmCheck[] }) {
  const isMapping = ({ name }: CrmCheck) => MAPPINGS.some(({ begins }) => name.startsWith(begins))
  return (
    <>
      <CheckList title="Checks" checks={checks.filter((check) => !isMapping(check))} />
      {MAPPINGS.map(({ begins, title }) => (
        <CheckList
          key={title}
          title={title}
          isMapping
          checks={checks
            .filter(({ name }) => name.startsWith(begins))
            .map((check) => ({ ...check, name: check.name.slice(begins.length) }))}
        />
      ))}
    </>
  )
}

type CheckListProps = { title: string; checks: readonly CrmCheck[]; isMapping?: boolean }

function CheckList({ title, checks, isMapping = false }: CheckListProps) {
  if (checks.length === 0) return null
  return (
    <div className="border-b border-line">
      {isMapping && <h3 className="px-4 pt-2.5 text-sm text-muted">{title}</h3>}
      <ul aria-label={title} className={isMapping ? 'py-1.5' : 'divide-y divide-line'}>
        {checks.map(({ name, ok, detail }) => (
          <li key={name} className={`flex gap-3 px-4 ${isMapping ? 'py-1' : 'py-2.5'}`}>
            <CheckIcon ok={ok} />
            <div className={`min-w-0 flex-1 ${isMapping ? 'flex flex-wrap gap-x-3' : ''}`}>
              <p className={`wrap-break-word ${isMapping ? 'text-sm' : 'font-semibold'}`}>{name}</p>
              <p className="text-sm min-w-0 whitespace-pre-line text-muted wrap-break-word">{detail}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function CheckIcon({ ok }: { ok: boolean }) {
  return (
    <Icon
      of={ok ? CircleCheck : CircleAlert}
      label={ok ? 'Passed' : 'Failed'}
      size={20}
      className={`mt-0.5 shrink-0 ${ok ? 'text-accent' : 'text-danger'}`}
    />
  )
}
