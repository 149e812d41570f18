import { expect, test } from 'vitest'
import type { PersonListed } from '#protocol/people.ts'
import { listedPerson } from './people.testing.ts'
import { personInWords } from './person-words.ts'

test.each<[Partial<PersonListed>, string[]]>([
  [{ invited_until: '2026-11-25T10:00:00Z' }, ['Agent', 'No phone', 'Invited until 25 Nov 2026, 10:00:00']],
  [
    {
      phones: [
        { id: 'a', name: 'Phone A', state: 'active' },
        { id: 'b', name: 'Phone B', state: 'wiping' },
      ],
    },
    ['Agent', 'Phone A, Phone B (being wiped)'],
  ],
  [{ role: 'admin' }, ['Admin', 'Has no password yet']],
  [{ role: 'office', can_sign_in: true }, ['Office', 'Not signed in']],
  [
    { role: 'admin', can_sign_in: true, invited_until: '2026-11-25T10:00:00Z' },
    ['Admin', 'Not signed in', 'Can choose a new password until 25 Nov 2026, 10:00:00'],
  ],
  [
    { role: 'lead', can_sign_in: true, seen_at: '2026-11-24T12:05:00Z' },
    ['Team lead', 'No phone', 'Last seen 24 Nov 2026, 12:05:00'],
  ],
  [{ role: 'auditor', status: 'retired', seen_at: '2026-11-24T12:05:00Z' }, ['Auditor', 'Retired']],
])('describes %j as %j', (differs, words) => expect(personInWords(listedPerson(differs))).toEqual(words))
