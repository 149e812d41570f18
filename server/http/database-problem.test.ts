import { describe, expect, it, test } from 'vitest'
import { databaseProblem, readProblem } from './database-problem.ts'

const databaseError = (code: string, more = {}) =>
  Object.assign(new Error('Failing row contains (Ada Lovelace, 07700 900123)'), { code, ...more })

describe('an error of the database becomes', () => {
  test.each([
    ['08006', 503, 'database-unavailable'],
    ['57P01', 503, 'database-unavailable'],
    ['25006', 503, 'database-unavailable'],
    ['40001', 503, 'too-busy'],
    ['40P01', 503, 'too-busy'],
    ['55P03', 503, 'too-busy'],
    ['ECONNREFUSED', 503, 'database-unavailable'],
    ['EHOSTUNREACH', 503, 'database-unavailable'],
    ['EHOSTDOWN', 503, 'database-unavailable'],
    ['ENETUNREACH', 503, 'database-unavailable'],
    ['EAI_FAIL', 503, 'database-unavailable'],
    ['CERT_HAS_EXPIRED', 503, 'database-unavailable'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 503, 'database-unavailable'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 503, 'database-unavailable'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 503, 'database-unavailable'],
    ['23503', 409, '23503'],
    ['23505', 409, '23505'],
    ['22001', 400, '22001'],
    ['22P02', 400, '22P02'],
    ['54000', 400, '54000'],
  ])('for %s the status %i and the code %s, without the words of the database', (code, status, shown) => {
    const problem = databaseProblem(databaseError(code))
    expect(problem).toMatchObject({ status, body: { code: shown } })
    expect(JSON.stringify(problem)).not.toContain('Ada')
  })

  it('a problem of its own if a read was too large for the database', () => {
    for (const code of ['53200', '54000'])
      expect(readProblem(databaseError(code))?.body.code).toBe('answer-too-large')
    expect(readProblem(databaseError('08006'))?.status).toBe(503)
  })

  it('503 if its socket is gone', () => {
    expect(databaseProblem(databaseError('ENOENT', { syscall: 'connect' }))?.status).toBe(503)
    expect(databaseProblem(databaseError('ENOENT', { syscall: 'open' }))).toBeUndefined()
  })

  it('503 if the database refuses connections', () => {
    expect(databaseProblem(databaseError('55000', { severity: 'FATAL' }))?.status).toBe(503)
    expect(databaseProblem(databaseError('55000', { severity: 'ERROR' }))).toBeUndefined()
  })

  it('503 with the reason if its disk is full', () => {
    expect(databaseProblem(databaseError('53100'))).toMatchObject({
      status: 503,
      body: {
        code: 'database-unavailable',
        details: expect.stringContaining('disk of the database is full'),
      },
    })
    expect(databaseProblem(databaseError('53300'))?.body.details).toBeNull()
  })

  it('503 if the embedded database has given up', () => {
    expect(databaseProblem(databaseError('42809', { severity: 'PANIC' }))?.status).toBe(503)
  })

  it('the name and the sentence of the broken rule', () => {
    expect(databaseProblem(databaseError('23514', { constraint: 'total_adds_up' }))).toMatchObject({
      status: 422,
      body: {
        code: 'total_adds_up',
        message: 'The total must be monthly price + installation price - discount.',
      },
    })
  })

  test.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'PGlite is closed',
    'Cannot use a pool after calling end on the pool',
    'Query read timeout',
    'The server does not support SSL connections',
    'There was an error establishing an SSL connection',
  ])('503 for “%s”, which has no code', (message) =>
    expect(databaseProblem(new Error(message))?.status).toBe(503),
  )

  test.each([new Error('x'), databaseError('42601'), 'a text', undefined])(
    'no problem for %s, which is a bug of ours',
    (error) => expect(databaseProblem(error)).toBeUndefined(),
  )
})
