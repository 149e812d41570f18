/** A spreadsheet takes a text that begins so for a formula (OWASP, "CSV injection"). A quote before it hides it. */
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const HIDDEN_FORMULA = /^'+[=+\-@\t\r\n\0＝＋－＠]/

/** Returns a value as an export writes it: a formula gets one more quote in front of it. */
export const writeCell = (value: string): string => (FORMULA.test(value) ? `'${value}` : value)

/** Returns the value of a cell: without the quote that `writeCell` adds, blanks around it, or line ends of Windows. */
export const readCell = (cell: string): string =>
  (HIDDEN_FORMULA.test(cell) ? cell.slice(1) : cell).replaceAll('\r\n', '\n').trim()
