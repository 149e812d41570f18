/** The form of the number on a paper copy: 1 to 40 visible characters, at least one of them a letter or a digit. */
export const PAPER_NUMBER = /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}\p{P} ]{1,40}$/u

/** What to do if the number has another form. */
export const PAPER_NUMBER_RULE =
  'Enter the number as printed: up to 40 letters, digits, spaces and punctuation marks. Or leave it blank.'

/** Returns whether an agent may enter this: a number, or nothing. */
export const isPaperNumberOrBlank = (entered: string): boolean =>
  entered.trim() === '' || PAPER_NUMBER.test(entered.trim())
