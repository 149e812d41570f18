import { createHash } from 'node:crypto'

const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** The tree of RFC 6962, 2.1. It keeps only the complete subtrees, so its memory grows with its height. */
export class MerkleTree {
  readonly #subtrees: { size: number; hash: Uint8Array }[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds the next leaf. */
  add(leaf: Uint8Array): void {
    this.#size += 1
    let added = { size: 1, hash: sha256(LEAF, leaf) }
    for (let last = this.#subtrees.at(-1); last?.size === added.size; last = this.#subtrees.at(-1)) {
      added = { size: added.size * 2, hash: sha256(NODE, last.hash, added.hash) }
      this.#subtrees.pop()
    }
    this.#subtrees.push(added)
  }

  /** Returns the root over the leaves so far. */
  root(): Uint8Array {
    return this.#subtrees.length === 0
      ? sha256()
      : this.#subtrees.map(({ hash }) => hash).reduceRight((right, left) => sha256(NODE, left, right))
  }
}
