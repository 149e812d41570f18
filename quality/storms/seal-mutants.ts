import type { Mutant } from './phone/mutants.ts'

/** A bug that a storm would rarely meet, with the test that must notice it. */
export type TestedMutant = Mutant & { test: string }

/** Bugs that seal the wrong thing, seal it twice, or reveal a secret. */
export const SEAL_MUTANTS: readonly TestedMutant[] = [
  {
    bug: 'A sale is sealed before its evidence had time to arrive',
    test: 'server/documents/seal-sale.test.ts',
    edits: [
      {
        file: 'server/deliveries/seals.queries.ts',
        from: "where received_at < now() - interval '15 minutes'",
        to: 'where received_at < now()',
      },
    ],
  },
  {
    bug: 'The seal does not read the evidence that has arrived',
    test: 'server/documents/seal-evidence.test.ts',
    edits: [
      {
        file: 'server/documents/seal-sale.job.ts',
        from: 'const signing = await findSigning(db, session_id)',
        to: 'const signing = (await findSigning(db, session_id)) && null',
      },
    ],
  },
  {
    bug: 'A correction uses the version of the document before it',
    test: 'server/documents/seal-sale.test.ts',
    edits: [
      {
        file: 'server/documents/seal-sale.job.ts',
        from: 'version: (last?.version ?? 0) + 1',
        to: 'version: last?.version ?? 1',
      },
    ],
  },
  {
    bug: 'The document is stored without its event',
    test: 'server/killed-seal.test.ts',
    edits: [
      {
        file: 'server/documents/seal-sale.job.ts',
        from: 'await store(transaction, document,',
        to: 'await store(db, document,',
      },
    ],
  },
  {
    bug: 'The document shows the time of the sealing',
    test: 'server/documents/seal/sealed-pdf.test.ts',
    edits: [
      {
        file: 'server/documents/pdf/render-document.ts',
        from: 'const at = new Date(receivedAt(source))',
        to: 'const at = new Date()',
      },
    ],
  },
  {
    bug: 'The token of a code is logged',
    test: 'server/copy/copy.test.ts',
    edits: [
      {
        file: 'server/copy/copy.routes.ts',
        from: '        const found = await findCopy(',
        to: "        request.log.info({ token: body.data.token }, 'Asked for a copy')\n        const found = await findCopy(",
      },
    ],
  },
  {
    bug: 'The chain commits to payloads without the salt',
    test: 'server/evidence/chain.test.ts',
    edits: [
      {
        file: 'server/evidence/chain.ts',
        from: "createHmac('sha256', salt)",
        to: "createHmac('sha256', '')",
      },
    ],
  },
  {
    bug: 'A repeated mail has another id',
    test: 'server/copy/mail-copy.test.ts',
    edits: [
      {
        file: 'server/copy/copy-mail.ts',
        from: 'pdfSha256.slice(0, 32)',
        to: 'pdfSha256.slice(0, 9) + Math.random()',
      },
    ],
  },
]
