type Reviver = (key: string, value: unknown) => unknown

/**
 * Returns the value of a JSON text, for the caller to check. Returns undefined, which JSON cannot hold, if it is not
 * JSON.
 */
export function parseJson(text: string, reviver?: Reviver): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return undefined
  }
}

/** Returns whether a value is an object rather than a list or null. The caller vouches for its fields. */
export const isObject = <Value extends object>(value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether a value is a list. The caller vouches for its rows. */
export const isList = <Row>(value: unknown): value is Row[] => Array.isArray(value)
