import { monthInWords } from '#domain/premises/in-words.ts'
import type { DatasetListed, PremisesDataListed } from '#protocol/premises-data.ts'
import { countOf } from '../../../ui/wording.ts'
import { ShareBar } from '../share-bar.tsx'
import { KIND_NAMES } from './data-words.ts'

type LoadingVersionProps = {
  version: DatasetListed
  /** The version that goes on answering after the import, because its month is later. */
  newer: DatasetListed | undefined
  progress: NonNullable<PremisesDataListed['loading']>
}

/** A version that is being imported, and how far it has come. */
export function LoadingVersion({ version, newer, progress }: LoadingVersionProps) {
  const { rows, read_percent, is_silent } = progress
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <p className="font-semibold">
        {KIND_NAMES[version.kind]}, {monthInWords(version.observed_month)}
      </p>
      <ShareBar part={read_percent} whole={100} />
      {newer && (
        <p className="text-sm font-semibold">
          Older than the current version ({monthInWords(newer.observed_month)}), so it will only be kept.
        </p>
      )}
      <p role="status" className="text-sm">
        {is_silent
          ? `This import stopped at ${read_percent}%. Run the command again. The current version is unchanged.`
          : `Importing: ${countOf(rows, 'row')}, ${read_percent}%. The current version stays in use.`}
      </p>
    </li>
  )
}
