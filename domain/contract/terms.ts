/** The terms of the agreement, which are the same for every package (docs/product 6.4). */
export const CONTRACT_TERMS: readonly { title: string; text: string }[] = [
  { title: 'Minimum term', text: 'This agreement runs for a minimum of 24 months from activation.' },
  {
    title: 'Cancellation',
    text: 'After the minimum term either side may cancel with 30 days’ notice.',
  },
  { title: 'Installation', text: 'Installation takes place within 2-4 weeks of the survey.' },
  { title: 'Fair usage', text: 'Data is unlimited and subject to the fair usage policy.' },
]

export const NEXT_STEPS: readonly string[] = [
  'An engineer contacts the customer within 3-5 business days.',
  'The installation takes place within 2-4 weeks of the survey.',
  'The service is activated and tested with the customer on the day of the installation.',
]
