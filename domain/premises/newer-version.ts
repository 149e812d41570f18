import type { DatasetKind, DatasetState, Month } from './dataset.ts'

type Version = { id: number; kind: DatasetKind; observed_month: Month; state: DatasetState }

/**
 * Returns a version of the same kind in `state` that describes a later month. While a newer version is active, an
 * import is only kept (docs/product 19.3). A newer version may itself be kept, if an earlier release of Doorstep let
 * the older one answer.
 */
export const newerVersion = <Listed extends Version>(
  { kind, observed_month }: Pick<Version, 'kind' | 'observed_month'>,
  state: 'active' | 'kept',
  versions: readonly Listed[],
): Listed | undefined =>
  versions.find(
    (other) => other.kind === kind && other.state === state && other.observed_month > observed_month,
  )
