/** How the customer wants the copy, and whether the service may begin before the 14 days to cancel are over. */
export type Choices = { copy: 'email' | 'paper'; begin_early: boolean }

/** What step 4 opens with. Nothing that costs money is chosen beforehand. */
export const FIRST_CHOICES: Choices = { copy: 'email', begin_early: false }
