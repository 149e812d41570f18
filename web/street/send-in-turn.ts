/**
 * Sends what waits in one call. If the server refuses that, sends one after the other, as one bad item must not hold up the
 * others. `send` returns whether the server refused.
 */
export async function sendInTurn<One>(
  waiting: readonly One[],
  send: (some: readonly One[]) => Promise<boolean>,
): Promise<void> {
  if (waiting.length === 0 || !(await send(waiting)) || waiting.length === 1) return
  for (const one of waiting) await send([one])
}
