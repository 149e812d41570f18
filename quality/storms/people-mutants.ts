import type { TestedMutant } from './seal-mutants.ts'

/** Bugs that lose sales only where people sign in and the office suspends them. */
export const PEOPLE_MUTANTS: readonly TestedMutant[] = [
  {
    bug: 'A phone that is enrolled for someone else may not bring what it made',
    test: 'quality/storms/phone/phone-storm.test.ts',
    edits: [
      {
        file: 'server/identity/foreign-sales.queries.ts',
        from: 'and phone_id is distinct from',
        to: 'and gen_random_uuid() is distinct from',
      },
    ],
  },
]
