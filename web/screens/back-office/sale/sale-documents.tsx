import { Copy, Download } from 'lucide'
import { useId, useState } from 'react'
import { orderReference } from '#domain/contract/order-reference.ts'
import { findingInWords } from '#domain/evidence/finding-words.ts'
import type { SealedDocument } from '#protocol/back-office.ts'
import type { RecordedSale } from '#protocol/sale-record.ts'
import { downloadDocument } from '../../../http/download-document.ts'
import type { WholeRecord } from '../../../http/sale-record.ts'
import { Button } from '../../../ui/button.tsx'
import { downloadBlob } from '../../../ui/download-blob.ts'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useMay } from '../account/account.ts'
import { londonMoment } from './london-moment.ts'
import { sealingInWords } from './sealing-words.ts'

/** Every sealed version, newest first, and what is still to be sealed. */
export function SaleDocuments({ record }: { record: WholeRecord }) {
  const { documents, sale } = record
  const waits = sealingInWords(record, documents.length)
  return (
    <section aria-label="Documents" className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">Documents</h2>
      {waits && (
        <p className="border-b border-line px-4 py-2.5 text-wait wrap-anywhere last:border-0">{waits}</p>
      )}
      <ul className="divide-y divide-line">
        {documents.toReversed().map((document) => (
          <Version key={document.version} document={document} sale={sale} />
        ))}
      </ul>
    </section>
  )
}

function Version({ document, sale }: { document: SealedDocument; sale: RecordedSale }) {
  const { version, sealed_at, pdf_sha256, findings } = document
  const [busy, setBusy] = useState(false)
  const mayDownload = useMay('take-out')
  const titleId = useId()

  async function download() {
    setBusy(true)
    const file = await downloadDocument(sale.session_id, version)
    setBusy(false)
    if (file.ok) downloadBlob(`${nameOf(sale)}-version-${version}.pdf`, file.value)
    else toast(`Couldn’t download: ${file.failure.message}`, 'bad')
  }

  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div>
          <h3 id={titleId} className="font-semibold">
            Version {version}
          </h3>
          <p className="text-sm text-muted">
            Sealed <time dateTime={sealed_at}>{londonMoment(sealed_at)}</time>
          </p>
        </div>
        {mayDownload && (
          <Button look="secondary" aria-describedby={titleId} busy={busy} onClick={() => void download()}>
            <Icon of={Download} size={16} />
            Download
          </Button>
        )}
      </div>
      <Hash sha256={pdf_sha256} describedBy={titleId} />
      <Findings codes={findings} />
    </li>
  )
}

const nameOf = ({ contract_timestamp, session_id }: RecordedSale) =>
  contract_timestamp === null ? session_id : orderReference(contract_timestamp)

function Hash({ sha256, describedBy }: { sha256: string; describedBy: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(sha256)
      toast('Copied: the SHA-256 of the file')
    } catch {
      toast(`Couldn’t copy: the SHA-256 is ${sha256}`, 'bad')
    }
  }

  return (
    <p className="-my-1 flex items-center gap-1 text-sm text-muted">
      SHA-256 <span className="font-mono text-xs">{`${sha256.slice(0, 12)}…${sha256.slice(-8)}`}</span>
      <button
        type="button"
        aria-label="Copy the SHA-256"
        aria-describedby={describedBy}
        className="round-button text-accent hover:bg-accent-soft"
        onClick={() => void copy()}
      >
        <Icon of={Copy} size={16} />
      </button>
    </p>
  )
}

function Findings({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return <p className="text-sm text-accent">All recorded details match.</p>
  return (
    <ul aria-label="Findings" className="list-disc pl-4 text-sm">
      {codes.map((code) => (
        <li key={code}>{findingInWords(code)}</li>
      ))}
    </ul>
  )
}
