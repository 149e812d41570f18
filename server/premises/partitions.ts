import type { DatasetKind } from '#domain/premises/dataset.ts'

type Table = {
  table: 'premises' | 'supplier_premises' | 'uprn_points'
  columns: string
  indexed: readonly string[]
}

/** The table of each kind. The first index is unique, because a UPRN occurs once in a version. */
const TABLES: Readonly<Record<DatasetKind, Table>> = {
  'bduk-premises': {
    table: 'premises',
    columns:
      'version, facts, lot, uprn, contract_until, contract_supplier, voucher_supplier, voucher_project, postcode, lad',
    indexed: ['uprn', 'postcode'],
  },
  'supplier-eligible': { table: 'supplier_premises', columns: 'version, uprn', indexed: ['uprn'] },
  'uprn-points': { table: 'uprn_points', columns: 'version, uprn, lat, lon', indexed: ['uprn'] },
}

/** Matches the names of partitions in the catalogue. Its one group is the version. */
export const PARTITION_NAMES = '^(?:premises|supplier_premises|uprn_points)_v([0-9]+)$'

export const partitionOf = (kind: DatasetKind, version: number): string => `${TABLES[kind].table}_v${version}`

/** Returns the partition and columns for COPY, in the order of the import's lines. */
export const targetOf = (kind: DatasetKind, version: number): string =>
  `${partitionOf(kind, version)} (${TABLES[kind].columns})`

/**
 * Returns the SQL that makes a separate partition. A constraint names its version, so that attaching it reads no row.
 */
export const makePartition = (kind: DatasetKind, version: number): string =>
  `create table ${partitionOf(kind, version)}
    (like ${TABLES[kind].table}, constraint of_one_version check (version = ${version}))`

export const attachPartition = (kind: DatasetKind, version: number): string =>
  `alter table ${TABLES[kind].table} attach partition ${partitionOf(kind, version)} for values in (${version})`

/** Returns the SQL that makes the indexes of a partition, one statement each. */
export const makeIndexes = (kind: DatasetKind, version: number): string[] =>
  TABLES[kind].indexed.map(
    (column, index) =>
      `create ${index === 0 ? 'unique ' : ''}index on ${partitionOf(kind, version)} (${column})`,
  )
