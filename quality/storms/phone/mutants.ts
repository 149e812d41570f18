/** A bug to plant: each edit replaces one text that its file contains exactly once. */
export type Mutant = { bug: string; edits: readonly { file: string; from: string; to: string }[] }

/** Returns a bug with a single edit. */
export const mutant = (bug: string, file: string, from: string, to: string): Mutant => ({
  bug,
  edits: [{ file, from, to }],
})

/** Bugs that lose, double, corrupt or invent a sale, or report something false. The storm must notice each of them. */
export const MUTANTS: readonly Mutant[] = [
  mutant(
    'The phone calls a sale sent before the server has it',
    'web/sync/send-sale.ts',
    '    const result = await sender.send(call, isSigned)\n',
    `    const expected = isClosing(call) ? await sender.expectedReceiptOf(call.sessionId) : undefined
    if (expected) {
      const at = new Date().toISOString()
      const receipt = { sessionId, sha256: expected.sha256, at, checkedAt: at, corrected: false }
      await acknowledge(call, receipt, sender)
    }
    const result = await sender.send(call, isSigned)\n`,
  ),
  mutant(
    'The phone deletes what the server refuses',
    'web/sync/send-sale.ts',
    'await sender.outbox.park(call, reason, untilSigned)',
    'await sender.outbox.acknowledge(call)',
  ),
  mutant(
    'The phone drops a report when the connection fails',
    'web/sync/send-sale.ts',
    "  if (failure.retry !== 'never') return failure.retry\n",
    `  if (call.kind === 'report-progress') return acknowledge(call, undefined, sender)
  if (failure.retry !== 'never') return failure.retry\n`,
  ),
  mutant(
    'The phone records a signing and never sends it',
    'protocol/sale-calls.ts',
    ', ...evidence(sale)]',
    ']',
  ),
  mutant(
    'The phone tries again what is refused for good',
    'web/sync/send-sale.ts',
    "  if (failure.retry !== 'never') return failure.retry\n",
    "  return failure.retry === 'never' ? 'later' : failure.retry\n",
  ),
  mutant(
    'The phone gives up on a server that is down for a moment',
    'protocol/retry-class.ts',
    'return status >= 500 || TEMPORARY.includes(status)',
    'return TEMPORARY.includes(status)',
  ),
  mutant(
    'The phone never asks whether the server still has its sales',
    'web/sync/sending.ts',
    '    void verify()\n',
    '',
  ),
  mutant(
    'The phone writes a step and its calls in two transactions',
    'web/storage/sale-records.ts',
    `      ...calls.map((call) => transaction.objectStore('outbox').put({ ...call, shape: CALL_SHAPE, at })),
      transaction.done,
`,
    `      transaction.done.then(async () => {
        await new Promise((later) => setTimeout(later, 300))
        for (const call of calls) await database.put('outbox', { ...call, shape: CALL_SHAPE, at })
      }),
`,
  ),
  mutant(
    'The phone sends the calls of a sale out of order',
    'web/sync/outbox.ts',
    '.openCursor(callsOf(sessionId))',
    ".openCursor(callsOf(sessionId), 'prev')",
  ),
  mutant(
    'A new version of the app empties the outbox of the old one',
    'web/storage/upgrade-database.ts',
    '    await upgradeOutbox(transaction)\n',
    "    await transaction.objectStore('outbox').clear()\n",
  ),
  mutant(
    'The phone forgets a sale as soon as it is sent',
    'web/sync/receipts.ts',
    'const KEPT_MS = 72 * 3_600_000',
    'const KEPT_MS = 0',
  ),
  mutant(
    'The phone believes a date that was cut',
    'web/http/server-time.ts',
    'date.toUTCString() === header',
    "date.toUTCString() === header || date.toUTCString() !== 'Invalid Date'",
  ),
  mutant(
    'Every try of a call has another number',
    'web/sync/send-call.ts',
    "'idempotency-key': idempotencyKeyOf(call)",
    "'idempotency-key': idempotencyKeyOf({ ...call, sequence: Math.floor(Math.random() * 1e9) })",
  ),
  mutant(
    'The receipt leaves a signed term out',
    'protocol/receipt.ts',
    'OPPORTUNITY_TERMS.map(',
    "OPPORTUNITY_TERMS.filter((term) => term !== 'customer_email').map(",
  ),
  mutant(
    'The server does not know a call that it has taken before',
    'server/sales/opportunities.commands.ts',
    '  if (sequence === undefined) return undefined\n',
    '  if (sequence !== -1) return undefined\n',
  ),
  mutant(
    'The server says yes to every sale that a phone asks for',
    'server/sales/verify-sales.routes.ts',
    "hash === undefined ? 'missing'",
    "hash === undefined ? 'ok'",
  ),
  mutant(
    'The server takes a report before it is stored',
    'server/automation/progress.routes.ts',
    '      const queued = await queueReport(context, request, report.data, sequence.value)\n',
    '      setTimeout(() => void queueReport(context, request, report.data, sequence.value).catch(() => {}), 1_000)\n      const queued = { ok: true } as Awaited<ReturnType<typeof queueReport>>\n',
  ),
  mutant(
    'The server takes a repeated report for another one',
    'server/automation/queue-report.commands.ts',
    'const sequence = given ?? (await nextProgressSequence(db, sessionId))',
    'const sequence = await nextProgressSequence(db, sessionId)',
  ),
  mutant(
    'The signed contract is not told to the CRM',
    'server/sales/plan-write.ts',
    'pushesToCrm: CRM_FIELDS.some(changed)',
    'pushesToCrm: !isWon && CRM_FIELDS.some(changed)',
  ),
  mutant(
    'The work of a dead worker is left lying',
    'server/jobs/lease.ts',
    '<= now(), true)',
    'is null, true)',
  ),
  mutant(
    'A report has another id whenever it is sent again',
    'server/automation/deliver-progress.job.ts',
    'const id = messageIdOf(delivery)',
    'const id = Math.random() + messageIdOf(delivery)',
  ),
  {
    bug: 'The CRM has no uniqueness, and every push creates an opportunity',
    edits: [
      {
        file: 'server/db/migrations/0006-sandbox-crm.sql',
        from: 'create unique index one_open_opportunity_per_contact',
        to: 'create index one_open_opportunity_per_contact',
      },
      {
        file: 'server/crm-sync/push/push-sale.job.ts',
        from: 'const { contactId, opportunityId } = (isLinked(given) && given.link) || {}',
        to: 'const { contactId, opportunityId } = {} as Partial<NonNullable<typeof given.link>>',
      },
    ],
  },
]
