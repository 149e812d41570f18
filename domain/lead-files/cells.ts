/** A spreadsheet reads such a text as a formula (OWASP, "CSV injection"). A leading quote prevents that. */
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const HIDDEN_FORMULA = /^'+[=+\-@\t\r\n\0＝＋－＠]/

/** Returns a value as an export writes it, with one more leading quote if it is a formula. */
export const writeCell = (value: string): string => (FORMULA.test(value) ? `'${value}` : value)

/**
 * Returns the value of a cell without the quote that `writeCell` adds, without blanks around it, and with `\n` for the
 * line ends of Windows.
 */
export const readCell = (cell: string): string =>
  (HIDDEN_FORMULA.test(cell) ? cell.slice(1) : cell).replaceAll('\r\n', '\n').trim()
