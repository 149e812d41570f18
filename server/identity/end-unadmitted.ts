import type { Permission } from '#domain/access/permissions.ts'
import type { Callers } from './callers.ts'
import type { Credentials } from './credentials.ts'

/** The interval of a second check of open connections, in case the hint of a change is lost. */
const CHECK_MS = 60_000

/**
 * Ends open connections whose callers have lost the permission: someone was suspended, a token revoked or a sign-in
 * ended. Returns a function that stops watching.
 */
export function endUnadmitted<Connection extends { credentials: Credentials }>(
  callers: Pick<Callers, 'admit' | 'onChange'>,
  needed: Permission,
  connections: Iterable<Connection>,
  end: (connection: Connection) => void,
): () => void {
  // One after another, because thousands of phones must not query the database at the same moment.
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
