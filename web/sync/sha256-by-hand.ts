const ROUNDS = 64
const BLOCK_BYTES = 64

/** The first 32 bits of the fractional part, of which FIPS 180-4 makes its constants. */
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32)

const PRIMES = Array.from({ length: 312 }, (_, n) => n)
  .filter((n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0))
  .slice(0, ROUNDS)
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/**
 * SHA-256 as FIPS 180-4 has it, for pages that came without TLS: browsers keep their own from those, and a receipt
 * has to be checked there too.
 */
export function sha256ByHand(bytes: Uint8Array): Uint8Array {
  const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES))
  new Uint8Array(padded.buffer).set(bytes)
  padded.setUint8(bytes.length, 0x80)
  padded.setUint32(padded.byteLength - 8, Math.floor((bytes.length * 8) / 2 ** 32))
  padded.setUint32(padded.byteLength - 4, (bytes.length * 8) >>> 0)

  const hash = Uint32Array.from(START)
  for (let block = 0; block < padded.byteLength; block += BLOCK_BYTES) addBlock(hash, padded, block)
  const digest = new DataView(new ArrayBuffer(32))
  for (const [index, word] of hash.entries()) digest.setUint32(index * 4, word)
  return new Uint8Array(digest.buffer)
}

function addBlock(hash: Uint32Array, data: DataView, offset: number): void {
  const words = schedule(data, offset)
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let round = 0; round < ROUNDS; round++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + at(CONSTANTS, round) + at(words, round)) | 0
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = at(hash, index) + word
}

function schedule(data: DataView, offset: number): Uint32Array {
  const words = new Uint32Array(ROUNDS)
  for (let t = 0; t < ROUNDS; t++) {
    if (t < 16) words[t] = data.getUint32(offset + t * 4)
    else {
      const [w2, w7, w15, w16] = [at(words, t - 2), at(words, t - 7), at(words, t - 15), at(words, t - 16)]
      const late = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
      const early = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
      words[t] = late + w7 + early + w16
    }
  }
  return words
}

const at = (words: ArrayLike<number>, index: number) => words[index] as number
