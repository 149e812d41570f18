/**
 * Returns a function that makes a value on the first call and keeps it. A date format takes the platform some
 * milliseconds to make; at module level it would delay the start of every page.
 */
export function onFirstUse<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
