import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

const SAMPLES = 64
const SAMPLE_BYTES = 16 * 1024
const LENGTH = 16

/**
 * Returns the version of a file: a hash over its size and 64 samples. It takes milliseconds even for a whole country,
 * and is the same on every server that has the file.
 */
export async function mapVersionOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const hash = createHash('sha256').update(`${size}`)
    const step = Math.max(SAMPLE_BYTES, Math.floor(size / SAMPLES))
    for (let at = 0; at < size; at += step) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, at)
      hash.update(buffer.subarray(0, bytesRead))
    }
    return hash.digest('hex').slice(0, LENGTH)
  } finally {
    await file.close()
  }
}
