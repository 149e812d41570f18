import { expect, test } from 'vitest'
import type { PhoneListed } from '#protocol/phones.ts'
import { waitingInWords } from './phone-words.ts'

const phone = (differs: Partial<PhoneListed>): PhoneListed => ({
  id: '1',
  name: 'Phone A',
  label: null,
  seen_at: '2026-11-24T10:00:00Z',
  is_installed: true,
  is_kept: true,
  area: null,
  unsent_sales: 0,
  unsent_signed: 0,
  unsent_since: null,
  refused_sales: 0,
  won_sales: 0,
  needs_attention: false,
  state: 'active',
  state_since: null,
  person: 'Mara',
  ...differs,
})

test.each<[Partial<PhoneListed>, string[]]>([
  [{}, []],
  [{ unsent_sales: 2, unsent_signed: 1 }, ['2 sales wait to be sent, 1 of them signed']],
  [{ refused_sales: 1 }, ['1 sale refused: the agent finds it in My Opportunities and corrects it']],
  [{ state: 'wiped' }, []],
  [{ state: 'wiped', refused_sales: 1 }, ['1 sale that the server had refused was lost with the wipe']],
])('says of a phone with %j: %j', (differs, words) => expect(waitingInWords(phone(differs))).toEqual(words))
