import type { Agent } from './agent.ts'

/** The CRM's answer that parks a push. */
export const REFUSED = {
  code: 'validation',
  retry: 'never',
  status: 422,
  message: 'email must be an email',
} as const

export const tab = ({ page }: Agent, name: string) => page.getByRole('tab', { name, exact: true })

/** Returns the first delivery that contains the title. */
export const row = (agent: Agent, title: string) =>
  agent.summary('Deliveries').getByRole('listitem').filter({ hasText: title }).first()

export const attempts = ({ page }: Agent) =>
  page.getByRole('list', { name: 'Attempts' }).getByRole('listitem')

/** Returns the entries of the sync log, without its heading row. */
export const logEntries = (agent: Agent) => agent.summary('Sync log').locator('tbody').getByRole('row')
