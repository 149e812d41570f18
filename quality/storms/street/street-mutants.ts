import { mutant as mutantOf } from '../phone/mutants.ts'
import type { TestedMutant } from '../seal-mutants.ts'

const TEST = 'quality/storms/street/street-storm.test.ts'

const mutant = (...given: Parameters<typeof mutantOf>): TestedMutant => ({
  ...mutantOf(...given),
  test: TEST,
})

/**
 * Bugs that make two phones believe that each works a street alone, that leave a free street claimed, that lose a sale
 * or begin one at a closed door, or that count a visit that was taken back.
 */
export const STREET_MUTANTS: readonly TestedMutant[] = [
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
    'web/street/send-claims.ts',
    'claim.life !== life &&',
    'false &&',
  ),
  mutant(
    'A claim never expires',
    'domain/street/claim.ts',
    'const LEASE_MS = 4 * 60',
    'const LEASE_MS = 400 * 60',
  ),
  mutant(
    'A sale begins at a door on the register',
    'domain/sale/apply-command.ts',
    'if (isOnRegister) return REFUSALS.doNotKnock\n  if (!sale.eligibility',
    'if (!sale.eligibility',
  ),
  mutant(
    'A signed sale is refused at a door that another phone has closed',
    'web/sync/send-call.ts',
    '...(isSigned && ',
    '...(isSigned && false && ',
  ),
  mutant(
    'The phone forgets a sale that the server has lost',
    'web/sync/outbox.ts',
    "      ...sent.map((call) => transaction.objectStore('outbox').put(call)),\n",
    '',
  ),
  mutant(
    'A visit counts although it was taken back',
    'domain/street/visit.ts',
    'undoes === null && !undone.has(id)',
    'undoes === null',
  ),
  mutant(
    'The phone keeps an undo to itself',
    'web/street/own-visits.ts',
    '({ isSent, refusal }: OwnVisit) => !isSent',
    '({ isSent, refusal, undoes }: OwnVisit) => undoes === null && !isSent',
  ),
  mutant(
    'A phone that took a visit back forgets what the other one built on it',
    'domain/street/known-door.ts',
    'foldDoor([...visitsBehind(listed, counted), ...counted]',
    'foldDoor([...counted]',
  ),
  mutant(
    'A visit that was taken back leaves its note in the CRM',
    'domain/street/entry-steps.ts',
    '!kept.has(nameOf(entry))',
    "entry.kind !== 'note' && !kept.has(nameOf(entry))",
  ),
  {
    // The phone takes back its entry and its visit; either of them lifts the entry.
    bug: 'A visit is taken back, and its door stays on the register',
    test: TEST,
    edits: [
      {
        file: 'web/street/phone-register.ts',
        from: '{ ...one, undone: true, isSent: false }',
        to: '{ ...one, undone: true, isSent: true }',
      },
      {
        file: 'server/street/register/enter-visits.commands.ts',
        from: 'liftEntries(tx, await ofThisDoor(tx, takenBack, door, known),',
        to: 'liftEntries(tx, [],',
      },
    ],
  },
]
