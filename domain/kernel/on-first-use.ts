/**
 * Made when it is first asked for, and kept. A format of dates takes the platform some milliseconds to make; made with
 * its module, it would hold up the start of every page.
 */
export function onFirstUse<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
