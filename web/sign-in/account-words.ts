import type { AccountProblem } from '#protocol/identity.ts'

/** The reason why a sign-in with a company account failed, and what to do. */
const WORDS: Record<AccountProblem, string> = {
  'accounts-unavailable':
    'Signing in with your company account didn’t work. Try again, or use your password.',
  'account-unknown':
    'Doorstep doesn’t know this company account yet. Ask an admin for an invitation, and open it with this account.',
  'account-taken': 'This company account belongs to another person here. Open the invitation with your own.',
}

/** Returns the words for the page's parameter `problem`; undefined if we do not know the problem. */
export function accountProblemIn(search: string): string | undefined {
  const problem = new URLSearchParams(search).get('problem') ?? ''
  return Object.hasOwn(WORDS, problem) ? WORDS[problem as AccountProblem] : undefined
}
