import { expect, test } from 'vitest'
import { orderInWords } from './order-words.ts'
import { listedPhone } from './phones.testing.ts'

test('says before a suspension that the phone can still sell, and that this is held', () => {
  const { title, sentences } = orderInWords('suspend', listedPhone({}))
  expect(title).toBe('Suspend Phone A?')
  expect(sentences.join(' ')).toContain(
    'It can still sell. What it sells, and what is still on it, will be accepted but held',
  )
})

test('says how many sales wait on a phone before it is wiped', () => {
  const waits = { unsent_sales: 2, unsent_signed: 1 }
  expect(orderInWords('wipe', listedPhone(waits)).sentences).toContain(
    'When it last reported, 2 sales were waiting on it, 1 of them signed.',
  )
})

test('asks differently to resume a phone than to stop its wipe', () => {
  const titleFor = (state: 'suspended' | 'wiping') => orderInWords('resume', listedPhone({ state })).title
  expect([titleFor('suspended'), titleFor('wiping')]).toEqual([
    'Resume Phone A?',
    'Stop the wipe of Phone A?',
  ])
})
