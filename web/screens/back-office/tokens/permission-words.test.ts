import { expect, test } from 'vitest'
import { permissionsInWords } from './permission-words.ts'

test('says in a sentence what a token may do', () => {
  expect(permissionsInWords(['sync-crm'])).toBe('Sync with the CRM')
  expect(permissionsInWords(['read-leads', 'read-audit'])).toBe(
    'Read leads, streets and premises; read the audit',
  )
})
