import { useMay } from '../account/account.ts'
import { ChooseFile } from './choose-file.tsx'
import { ImportProgressBar } from './import-progress-bar.tsx'
import { Imported } from './imported.tsx'
import { LastImport } from './last-import.tsx'
import { Plan } from './plan.tsx'
import { useImport } from './use-import.ts'

/** Imports leads from a file in three steps: choose it, look at the dry run, and apply it. */
export function ImportLeads() {
  const { state, choose, setColumns, apply, startOver } = useImport()
  const mayImport = useMay('write-leads')

  return (
    <section aria-label="Import" className="card overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-lg font-semibold">Import</h2>
          <p className="text-muted">
            {mayImport
              ? 'From a CSV file with a header. You first see what would happen to each row; nothing is saved until you confirm.'
              : 'The office imports leads from CSV files.'}
          </p>
        </div>
        {mayImport && (
          <ChooseFile
            isMain={state.step !== 'planned'}
            isBusy={state.step === 'plan' || state.step === 'apply'}
            onChoose={(file) => void choose(file)}
          />
        )}
      </div>
      {state.step === 'choose' && (state.failure ? <Failure>{state.failure}</Failure> : <LastImport />)}
      {state.step === 'plan' && (
        <p role="status" className="animate-breathe border-t border-line px-4 py-3 text-muted">
          Reading {state.name} …
        </p>
      )}
      {state.step === 'planned' && (
        <Plan
          {...state}
          onColumns={(columns) => void setColumns(state.file, state.plan, columns)}
          onApply={() => void apply(state.file, state.plan)}
          onCancel={startOver}
        />
      )}
      {state.step === 'apply' && <ImportProgressBar hash={state.plan.hash} />}
      {state.step === 'applied' && <Imported {...state} />}
    </section>
  )
}

const Failure = ({ children }: { children: string }) => (
  <p role="alert" className="border-t border-line bg-danger-soft px-4 py-3 wrap-anywhere text-danger">
    {children}
  </p>
)
