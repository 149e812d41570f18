import type { TestedMutant } from '../seal-mutants.ts'

const mutant = (bug: string, file: string, from: string, to: string): TestedMutant => ({
  bug,
  test: 'quality/storms/street/street-storm.test.ts',
  edits: [{ file, from, to }],
})

/** Bugs by which two phones believe that they work a street alone, or a street that is free stays claimed. */
export const CLAIM_MUTANTS: readonly TestedMutant[] = [
  mutant(
    'The server gives a street to every phone that claims it',
    'domain/street/claim.ts',
    'known?.lost_to ?? rival?.id ?? null',
    'known?.lost_to ?? null',
  ),
  mutant(
    'A phone shows a street as its own although its claim was lost',
    'domain/street/known-claim.ts',
    "(claim.decided === null || claim.decided.state === 'held')",
    '(claim.decided === null || true)',
  ),
  mutant(
    'A phone does not send its claims again after a restore',
    'web/street/phone-claims.ts',
    'claim.life !== life &&',
    'false &&',
  ),
  mutant(
    'A claim never expires',
    'domain/street/claim.ts',
    'const LEASE_MS = 4 * 60',
    'const LEASE_MS = 400 * 60',
  ),
]
