/**
 * Sends all waiting items in one call. If the server refuses that, sends them one by one, so that one bad item does not
 * block the others. `send` returns whether the server refused.
 */
export async function sendInTurn<One>(
  waiting: readonly One[],
  send: (some: readonly One[]) => Promise<boolean>,
): Promise<void> {
  if (waiting.length === 0 || !(await send(waiting)) || waiting.length === 1) return
  for (const one of waiting) await send([one])
}
