import { describe, expect, test } from 'vitest'
import { parsePostgresAddress } from './postgres-address.ts'

const address = (url: string) => {
  const decision = parsePostgresAddress(url)
  if (!decision.ok) throw new Error(decision.failure.sentence)
  return decision.value
}
const sentence = (url: string) => {
  const decision = parsePostgresAddress(url)
  return decision.ok ? undefined : decision.failure.sentence
}
const CERTIFICATE = import.meta.filename

test('reads an address with every part', () => {
  expect(
    address(
      'postgresql://anna:p%40ss%3A@db1.example:6432,[::1],10.0.0.3:5433/doorstep?target_session_attrs=read-write&sslmode=no-verify&application_name=north',
    ),
  ).toEqual({
    hosts: [
      { host: 'db1.example', port: 6432 },
      { host: '::1', port: 5432 },
      { host: '10.0.0.3', port: 5433 },
    ],
    user: 'anna',
    password: 'p@ss:',
    database: 'doorstep',
    applicationName: 'north',
    ssl: { rejectUnauthorized: false },
  })
})

test.each([
  ['postgres://db', [{ host: 'db', port: 5432 }]],
  ['postgres:///doorstep', [{ host: 'localhost', port: 5432 }]],
  ['postgres://u@/doorstep?host=/run/one', [{ host: '/run/one', port: 5432 }]],
  [
    'postgres://u@localhost/d?host=%2Frun%2Fone,/run/two&port=6001',
    [
      { host: '/run/one', port: 6001 },
      { host: '/run/two', port: 6001 },
    ],
  ],
  [
    'postgres://u@/d?host=a,b&port=1,2',
    [
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
    ],
  ],
])('finds the hosts of %s', (url, hosts) => {
  expect(address(url).hosts).toEqual(hosts)
})

test('verifies the server’s certificate unless sslmode=disable turns TLS off', () => {
  expect(address('postgres://db/d').ssl).toBeUndefined()
  expect(address('postgres://db/d?sslmode=disable').ssl).toBe(false)
  for (const mode of ['require', 'verify-full'])
    expect(address(`postgres://db/d?sslmode=${mode}`).ssl).toEqual({ rejectUnauthorized: true })
  expect(address(`postgres://db/d?sslrootcert=${encodeURIComponent(CERTIFICATE)}`).ssl).toMatchObject({
    rejectUnauthorized: true,
    ca: expect.stringContaining('TLS asks who the server is'),
  })
})

describe('refuses, in one sentence that repeats no value,', () => {
  test.each([
    ['mysql://u:secret@db/d', 'must look like postgresql://user:password@host/name.'],
    ['postgres://u:sec@ret@db/d', 'must look like postgresql://user:password@host/name.'],
    ['postgres://u:secret%@db/d', 'has a % that is not an escape: write it as %25.'],
    ['postgres://u:secret@db:x/d', 'has a host that cannot be read.'],
    ['postgres://u:secret@db1,,db2/d', 'has a host that cannot be read.'],
    ['postgres://u:secret@db:70000/d', 'has a port that is not a number from 1 to 65535.'],
    ['postgres://u:secret@/d?host=a,b,c&port=1,2', 'needs as many ports as hosts, or one for all.'],
    [
      'postgres://u:secret@db/d?target_session_attr=read-write',
      'has an unknown parameter: target_session_attr (known: application_name, host, port, sslmode, sslrootcert, target_session_attrs).',
    ],
    [
      'postgres://u:secret@db/d?target_session_attrs=any',
      'needs target_session_attrs=read-write or primary: Doorstep writes.',
    ],
    [
      'postgres://u:secret@db/d?sslmode=verify_full',
      'needs an sslmode that is one of disable, no-verify, require, verify-full.',
    ],
    ['postgres://u:secret@db/d?sslrootcert=/nowhere.pem', 'has an sslrootcert that cannot be read.'],
  ])('%s', (url, why) => {
    expect(sentence(url)).toBe(why)
  })
})
