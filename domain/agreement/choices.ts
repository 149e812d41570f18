/** How the customer wants the copy, and whether the service may begin before the 14 days to cancel are over. */
export type Choices = { copy: 'email' | 'paper'; begin_early: boolean }

/** The choices with which step 4 opens. Nothing that costs money is preselected. */
export const FIRST_CHOICES: Choices = { copy: 'email', begin_early: false }
