import { Copy } from 'lucide'
import type { CrmCheck } from '#protocol/functions.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CheckLists } from './check-lists.tsx'

/** The CRM's answer: its checks, and the raw JSON. */
export function TestResult({ result }: { result: unknown }) {
  const checks = checksOf(result)
  return (
    <section aria-label="Result" className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">Result</h2>
      {result === undefined ? (
        <EmptyState>Press a button to see how the CRM responds.</EmptyState>
      ) : (
        <>
          <CheckLists checks={checks} />
          <RawJson json={JSON.stringify(result, null, 2)} />
        </>
      )}
    </section>
  )
}

const checksOf = (result: unknown) => (result as { checks?: readonly CrmCheck[] } | undefined)?.checks ?? []

function RawJson({ json }: { json: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(json)
      toast('Copied: the raw JSON')
    } catch {
      toast('Couldn’t copy: select the text and copy it yourself', 'bad')
    }
  }

  return (
    <>
      <div className="flex items-center justify-between gap-3 pr-2 pl-4">
        <h3 className="text-sm text-muted">Raw JSON</h3>
        <Button look="quiet" onClick={() => void copy()}>
          <Icon of={Copy} size={16} />
          Copy
        </Button>
      </div>
      <pre className="px-4 pb-4 font-mono text-xs whitespace-pre-wrap wrap-anywhere">{json}</pre>
    </>
  )
}
