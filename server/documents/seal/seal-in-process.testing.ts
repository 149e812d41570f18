import fs from 'node:fs'
import { sha256Hex } from '../../sha256.ts'
import type { DocumentSource } from '../pdf/source.ts'
import { SALE, signedSource, unrecordedSource } from '../sources.testing.ts'
import { createSealThread } from './seal-thread.ts'

/**
 * The program `seal-in-process.testing.ts KEY CERTIFICATE OTHERS`. It seals OTHERS other documents, then the document
 * of `signedSource`, and prints that document's SHA-256.
 */
const [keyFile = '', certificateFile = '', others = '0'] = process.argv.slice(2)
const files = {
  key: fs.readFileSync(keyFile),
  certificate: fs.readFileSync(certificateFile),
  password: undefined,
}
const thread = createSealThread()
const seal = (source: DocumentSource) => thread.seal({ source, files, at: SALE.received_at })

const busy = Array.from({ length: Number(others) }, (_, n) =>
  seal(unrecordedSource({ customer_name: `王 ${n}` })),
)
process.stdout.write(sha256Hex(await seal(signedSource())))
await Promise.all(busy)
await thread.stop()
