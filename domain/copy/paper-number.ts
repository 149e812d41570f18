/** What can be the number on a paper copy: 1 to 40 visible characters, among them a letter or a digit. */
export const PAPER_NUMBER = /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}\p{P} ]{1,40}$/u

/** What to do about another one. */
export const PAPER_NUMBER_RULE =
  'Enter the number as it is printed, with at most 40 letters, digits, blanks and punctuation marks, or leave it out.'

/** Whether an agent can have entered this: a number, or nothing. */
export const isPaperNumberOrBlank = (entered: string): boolean =>
  entered.trim() === '' || PAPER_NUMBER.test(entered.trim())
