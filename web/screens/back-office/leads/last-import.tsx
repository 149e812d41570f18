import { useEffect, useState } from 'react'
import { countsInWords } from '#domain/lead-files/counts-in-words.ts'
import type { ImportProgress } from '#protocol/lead-files.ts'
import { readImportProgress } from '../../../http/lead-files.ts'
import { formatMoment } from '../../../ui/wording.ts'
import { useMay } from '../account/account.ts'

/** What the last import did, or what to do first. */
export function LastImport() {
  const [last, setLast] = useState<ImportProgress | null>()
  useEffect(() => {
    void readImportProgress().then((read) => read.ok && setLast(read.value))
  }, [])
  const mayImport = useMay('write-leads')
  if (last === undefined) return null
  const first = mayImport ? `${NONE} ${TO_BEGIN}` : NONE
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-muted">{last ? sentenceOf(last) : first}</p>
  )
}

const NONE = 'No file has been imported yet.'
const TO_BEGIN = 'Choose one, or export the leads to see what such a file looks like.'

const sentenceOf = (last: ImportProgress) =>
  last.finished_at === null
    ? `The import of ${formatMoment(last.started_at)} is not complete: ${last.done} of ${last.rows} rows. Choose its file again to continue.`
    : `Last import, ${formatMoment(last.finished_at)}: ${countsInWords(last)}.`
