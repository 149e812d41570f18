import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isList, isObject } from '#domain/kernel/parse-json.ts'
import { type AnswerCheck, ask, isAnything } from './ask.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const NOT_OURS = 'the answer did not come from Doorstep'

let response: () => Response | Promise<Response>
beforeEach(() => vi.stubGlobal('fetch', async () => response()))
afterEach(() => vi.unstubAllGlobals())

it.each<[body: string, AnswerCheck<unknown>, value: unknown]>([
  ['[1]', isList, [1]],
  ['{"a":1}', isObject, { a: 1 }],
  ['', isAnything, null],
  ['7', isAnything, 7],
])('returns what %s holds', async (body, isAnswer, value) => {
  response = () => new Response(body)
  expect(await ask('/x', isAnswer)).toEqual({ ok: true, value })
})

it.each<[body: string, AnswerCheck<unknown>]>([
  ['<html>Sign in</html>', isAnything],
  ['{"a":1}', isList],
  ['[1]', isObject],
  ['', isObject],
])('refuses %j as not ours', async (body, isAnswer) => {
  response = () => new Response(body)
  expect(await ask('/x', isAnswer)).toEqual({ ok: false, failure: { message: NOT_OURS } })
})

it.each<[status: number, body: string, message: string]>([
  [409, '{"message":"It cannot be corrected."}', 'It cannot be corrected.'],
  [400, '{"message":"Wrong type.","details":"payload.name: too long"}', 'Wrong type. payload.name: too long'],
  [400, '{"message":"Wrong type.","details":{"name":1}}', 'Wrong type.'],
  [502, '<html>Bad gateway</html>', '502'],
  [500, 'null', '500'],
])('explains a %i with the body %s', async (status, body, message) => {
  response = () => new Response(body, { status })
  expect(await ask('/x', isAnything)).toEqual({ ok: false, failure: { message } })
})

it('explains a broken connection', async () => {
  response = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await ask('/x', isAnything)).toEqual({
    ok: false,
    failure: { message: 'no connection to the server' },
  })
})
