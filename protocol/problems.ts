import type { RetryClass } from './retry-class.ts'

type Problem = { status: number; sentence: string; retry: RetryClass }

/**
 * Every refusal of the server by code, with PostgREST's code if it has one. The `details` of the response name the
 * column, value or limit. A broken rule of a sale (`RULE_SENTENCES`) has its own name and sentence, with the status of
 * `rule-broken`.
 */
export const PROBLEMS = {
  'invalid-key': {
    status: 401,
    sentence: 'The public key is missing or wrong. Send it as the header apikey.',
    retry: 'after-sign-in',
  },
  'sign-in-needed': {
    status: 401,
    sentence: 'Sign in, or enrol this phone. The public key alone is not enough here.',
    retry: 'after-sign-in',
  },
  'phone-unknown': {
    status: 401,
    sentence: 'This phone is no longer enrolled. Ask your office for a code, then enrol it again.',
    retry: 'after-sign-in',
  },
  'phone-suspended': {
    status: 401,
    sentence: 'Your office has paused this phone. It can only hand in what is still on it.',
    retry: 'after-sign-in',
  },
  'not-allowed': {
    status: 403,
    sentence: 'You do not have permission to do this. Ask an admin.',
    retry: 'never',
  },
  'not-your-sale': {
    status: 403,
    sentence: 'This sale belongs to another agent.',
    retry: 'never',
  },
  'wrong-password': {
    status: 403,
    sentence: 'The name or the password is wrong.',
    retry: 'never',
  },
  'too-many-tries': {
    status: 429,
    sentence: 'Too many wrong passwords. Wait a moment, then try again.',
    retry: 'later',
  },
  'no-such-invitation': {
    status: 404,
    sentence: 'This code is wrong, already used or too old. Ask your office for a new one.',
    retry: 'never',
  },
  'phone-taken': {
    status: 409,
    sentence: 'Another phone is already enrolled with this identity. Ask your office for help.',
    retry: 'never',
  },
  'no-sign-in': {
    status: 409,
    sentence: 'Sign-in is switched off here: AUTH_MODE is anonymous.',
    retry: 'never',
  },
  'name-taken': {
    status: 409,
    sentence: 'Someone else has this name. Choose one that tells them apart.',
    retry: 'never',
  },
  'person-retired': {
    status: 409,
    sentence: 'This person has been retired for good. If they come back, add them again.',
    retry: 'never',
  },
  'last-admin': {
    status: 409,
    sentence: 'This is the last admin who can sign in. Appoint another admin first.',
    retry: 'never',
  },
  'invalid-metrics-key': {
    status: 401,
    sentence: 'The metrics key is missing or wrong. Send METRICS_KEY as a bearer token.',
    retry: 'after-sign-in',
  },
  'metrics-are-local': {
    status: 403,
    sentence: 'Metrics can only be read on this machine. Set METRICS_KEY to read them from elsewhere.',
    retry: 'never',
  },
  'data-is-local': {
    status: 403,
    sentence: 'Premises data is imported and dropped on the server itself, with npx doorstep data.',
    retry: 'never',
  },
  'data-not-done': {
    status: 409,
    sentence: 'The premises data is unchanged. The details say why.',
    retry: 'never',
  },
  PGRST100: { status: 400, sentence: 'The query cannot be parsed.', retry: 'never' },
  PGRST102: { status: 400, sentence: 'The body must be JSON of the expected shape.', retry: 'never' },
  PGRST103: { status: 416, sentence: 'The requested range lies beyond the rows.', retry: 'never' },
  PGRST106: { status: 406, sentence: 'The only schema is public.', retry: 'never' },
  PGRST107: { status: 406, sentence: 'Responses are JSON or CSV. Accept application/json.', retry: 'never' },
  PGRST108: { status: 400, sentence: 'The query refers to a table that it does not embed.', retry: 'never' },
  PGRST109: {
    status: 400,
    sentence: 'The limit of an update would choose between rows, so it needs an order.',
    retry: 'never',
  },
  PGRST116: {
    status: 406,
    sentence: 'Exactly one row was requested, but the result does not have exactly one.',
    retry: 'never',
  },
  PGRST122: { status: 400, sentence: 'A preference is unknown or cannot be met.', retry: 'never' },
  PGRST123: { status: 400, sentence: 'Aggregates are not supported.', retry: 'never' },
  PGRST200: { status: 400, sentence: 'There is no such relationship to embed.', retry: 'never' },
  PGRST202: { status: 404, sentence: 'Database functions are not supported.', retry: 'never' },
  PGRST204: { status: 400, sentence: 'The table has no such column.', retry: 'never' },
  '42703': { status: 400, sentence: 'The table has no such column.', retry: 'never' },
  PGRST205: { status: 404, sentence: 'There is no such table.', retry: 'never' },
  PGRST124: { status: 400, sentence: 'Too many rows for one call.', retry: 'never' },
  'answer-too-large': {
    status: 400,
    sentence:
      'The answer would be too large. Ask for fewer rows with limit, or for fewer columns with select.',
    retry: 'never',
  },
  'too-many-conditions': { status: 400, sentence: 'The query has too many conditions.', retry: 'never' },
  '21000': { status: 400, sentence: 'An update needs a filter.', retry: 'never' },
  '22001': { status: 400, sentence: 'A text is too long.', retry: 'never' },
  'pattern-too-long': { status: 400, sentence: 'A pattern is too long.', retry: 'never' },
  '2201B': { status: 400, sentence: 'The regular expression cannot be used.', retry: 'never' },
  '22P02': { status: 400, sentence: 'A value has the wrong type.', retry: 'never' },
  '22P05': {
    status: 400,
    sentence: 'A text may not hold a NUL character or half of a surrogate pair.',
    retry: 'never',
  },
  '23502': { status: 400, sentence: 'A value is missing.', retry: 'never' },
  '23503': { status: 409, sentence: 'The row refers to a row that does not exist.', retry: 'never' },
  '23505': { status: 409, sentence: 'A row with this key already exists.', retry: 'never' },
  '42704': { status: 400, sentence: 'There is no such type to cast to.', retry: 'never' },
  '42712': { status: 400, sentence: 'A table is embedded more than once.', retry: 'never' },
  '42804': { status: 400, sentence: 'Only a boolean is true, false or unknown.', retry: 'never' },
  '42846': { status: 400, sentence: 'The column cannot be cast to that type.', retry: 'never' },
  '42883': { status: 404, sentence: 'The column has no such comparison.', retry: 'never' },
  '42P10': {
    status: 400,
    sentence: 'Set on_conflict to the column that identifies a row.',
    retry: 'never',
  },
  '42501': { status: 403, sentence: 'This cannot be changed with the public key.', retry: 'never' },
  'method-not-allowed': {
    status: 405,
    sentence: 'This address does not support that method.',
    retry: 'never',
  },
  'bad-idempotency-key': {
    status: 400,
    sentence: 'The Idempotency-Key must be <session_id>:<sequence> of the sale being written.',
    retry: 'never',
  },
  'body-too-large': { status: 413, sentence: 'The body is too large.', retry: 'never' },
  'bad-request': {
    status: 400,
    sentence: 'Malformed HTTP request: check the method, the address and the headers.',
    retry: 'never',
  },
  misdirected: {
    status: 421,
    sentence:
      'This server does not answer for that host. Set PUBLIC_URL to the server’s public address, or let the proxy pass on the Host header.',
    retry: 'later',
  },
  'too-slow': { status: 408, sentence: 'The request took too long to arrive. Try again.', retry: 'later' },
  'headers-too-large': {
    status: 431,
    sentence: 'The address and the headers are larger than 64 KiB.',
    retry: 'never',
  },
  'unsupported-media-type': {
    status: 415,
    sentence: 'This address does not take a body of that content type.',
    retry: 'never',
  },
  'not-found': { status: 404, sentence: 'There is nothing at this address.', retry: 'never' },
  'no-such-copy': {
    status: 404,
    sentence: 'There is no copy for this code, or it has not arrived yet.',
    retry: 'never',
  },
  'other-origin': {
    status: 403,
    sentence: 'A page from this origin may not follow changes. Add the origin to CORS_ORIGINS.',
    retry: 'never',
  },
  'no-broadcast': {
    status: 403,
    sentence: 'Broadcast is not supported: only changes to leads and opportunities are sent.',
    retry: 'never',
  },
  'wrong-postcode': {
    status: 403,
    sentence: 'That isn’t the postcode on this agreement.',
    retry: 'never',
  },
  'lead-file-unreadable': {
    status: 400,
    sentence: 'The file cannot be read as CSV with a header.',
    retry: 'never',
  },
  'lead-file-too-large': {
    status: 413,
    sentence: 'A lead file may have at most 32 MiB and 100,000 rows. Split it.',
    retry: 'never',
  },
  'leads-changed': {
    status: 409,
    sentence: 'Leads have changed since the dry run. Check the new one, then apply that.',
    retry: 'never',
  },
  'not-correctable': { status: 409, sentence: 'This delivery cannot be corrected.', retry: 'never' },
  'copy-not-mailed': {
    status: 409,
    sentence:
      'This copy cannot be mailed: it is not sealed yet, the customer chose paper, or there is no email address.',
    retry: 'never',
  },
  'rule-broken': { status: 422, sentence: 'A rule was broken.', retry: 'never' },
  'too-many-calls': {
    status: 429,
    sentence: 'Too many calls in a short time. Try again shortly.',
    retry: 'later',
  },
  'database-unavailable': {
    status: 503,
    sentence: 'The database cannot be reached. Try again shortly.',
    retry: 'later',
  },
  'too-busy': {
    status: 503,
    sentence: 'The server is busy with other calls. Try again shortly.',
    retry: 'later',
  },
  'too-many-streams': {
    status: 503,
    sentence: 'Too many apps are following changes at the moment. Try again shortly.',
    retry: 'later',
  },
  'read-too-slow': {
    status: 504,
    sentence: 'The database took too long to read this. Ask for fewer rows, or use fewer conditions.',
    retry: 'later',
  },
  'internal-error': {
    status: 500,
    sentence: 'Something went wrong on our side. Try again shortly.',
    retry: 'later',
  },
} as const satisfies Record<string, Problem>

export type ProblemCode = keyof typeof PROBLEMS

/** The body of every refusal of the data API, in PostgREST's shape. For a broken rule, `code` is its name. */
export type ProblemBody = { code: string; message: string; details: string | null; hint: string | null }
