import type { Permission } from '#domain/access/permissions.ts'
import type { Callers } from './callers.ts'
import type { Credentials } from './credentials.ts'

/** How often open connections are checked besides, should the hint of a change be lost. */
const CHECK_MS = 60_000

/**
 * Ends open connections whose callers may no longer do what these need: someone was suspended, a token revoked, a sign-in
 * ended. Returns how to stop watching.
 */
export function endUnadmitted<Connection extends { credentials: Credentials }>(
  callers: Pick<Callers, 'admit' | 'onChange'>,
  needed: Permission,
  connections: Iterable<Connection>,
  end: (connection: Connection) => void,
): () => void {
  // One after another: thousands of phones must not ask the database at the same moment.
  const check = async () => {
    for (const connection of [...connections]) {
      const decision = await callers.admit(connection.credentials, needed).catch(() => undefined)
      if (decision?.ok === false) end(connection)
    }
  }
  callers.onChange(() => void check())
  const timer = setInterval(() => void check(), CHECK_MS)
  return () => clearInterval(timer)
}
