import { useState } from 'react'
import { newerVersion } from '#domain/premises/newer-version.ts'
import type { DatasetListed, PremisesDataListed } from '#protocol/premises-data.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { useMay } from '../account/account.ts'
import { DropVersion } from './drop-version.tsx'
import { LoadingVersion } from './loading-version.tsx'
import { VersionRow } from './version-row.tsx'

type VersionListProps = { data: PremisesDataListed; onChange: () => void }

/** The imported versions: those that answer, those that are kept, and the one that is being imported. */
export function VersionList({ data: { versions, loading }, onChange }: VersionListProps) {
  const mayDrop = useMay('write-office')
  const [dropping, setDropping] = useState<DatasetListed>()
  return (
    <section aria-label="Versions" className="card overflow-hidden">
      <h2 className="border-b border-line px-4 py-2.5 font-semibold">Versions</h2>
      {versions.length === 0 && (
        <EmptyState>
          No data yet, so eligibility checks are simulated. Import a release on the server with{' '}
          <code>npx doorstep data import</code>.
        </EmptyState>
      )}
      <ul className="divide-y divide-line">
        {versions.map((version) =>
          version.state === 'loading' ? (
            loading && (
              <LoadingVersion
                key={version.id}
                version={version}
                newer={newerVersion(version, 'active', versions)}
                progress={loading}
              />
            )
          ) : (
            <VersionRow
              key={version.id}
              version={version}
              onDrop={mayDrop ? () => setDropping(version) : undefined}
            />
          ),
        )}
      </ul>
      {dropping && (
        <DropVersion
          version={dropping}
          kept={versions.find(({ kind, state }) => kind === dropping.kind && state === 'kept')}
          onDropped={onChange}
          onClose={() => setDropping(undefined)}
        />
      )}
    </section>
  )
}
