import type { DatasetKind } from '#domain/premises/dataset.ts'
import type { Database, Loader } from '../db/handle.ts'
import { makeIndexes, makePartition, partitionOf, targetOf } from './partitions.ts'

/** Makes and fills the partitions of versions, over one connection that opens at its first use. */
export class VersionLoader {
  readonly #database: Pick<Database, 'kind' | 'openLoader'>
  #loader: Promise<Loader> | undefined

  constructor(database: Pick<Database, 'kind' | 'openLoader'>) {
    this.#database = database
  }

  /** Makes the partition of a version. It is empty, and not read yet. */
  async begin(kind: DatasetKind, id: number): Promise<void> {
    await this.#run(makePartition(kind, id))
    // Made over all rows at once, an index would delay the agents of an embedded database.
    if (this.#database.kind === 'embedded') await this.#makeIndexes(kind, id)
  }

  /** Appends rows: whole lines of COPY's text format. */
  async copy(kind: DatasetKind, id: number, lines: Uint8Array): Promise<void> {
    await (await this.#open()).copy(targetOf(kind, id), lines)
  }

  /** Makes a full partition fast to read. */
  async finish(kind: DatasetKind, id: number): Promise<void> {
    if (this.#database.kind === 'embedded') return
    await this.#makeIndexes(kind, id)
    await this.#run(`analyze ${partitionOf(kind, id)}`)
  }

  async close(): Promise<void> {
    await (await this.#loader)?.close()
  }

  async #makeIndexes(kind: DatasetKind, id: number): Promise<void> {
    for (const statement of makeIndexes(kind, id)) await this.#run(statement)
  }

  async #run(statement: string): Promise<void> {
    await (await this.#open()).run(statement)
  }

  #open(): Promise<Loader> {
    this.#loader ??= this.#database.openLoader()
    return this.#loader
  }
}
