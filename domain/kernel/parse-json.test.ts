import { expect, it } from 'vitest'
import { isList, isObject, parseJson } from './parse-json.ts'

it.each([
  ['{"a":[1,null]}', { a: [1, null] }],
  ['null', null],
  ['"text"', 'text'],
  ['', undefined],
  ['{"a":', undefined],
  ['<html>Sign in</html>', undefined],
  ['undefined', undefined],
])('parses %s as %o', (text, value) => expect(parseJson(text)).toEqual(value))

it('lets a reviver change what was read', () => {
  expect(parseJson('["a"]', (_key, value) => (value === 'a' ? 'b' : value))).toEqual(['b'])
})

it.each([
  [{}, true, false],
  [[], false, true],
  [null, false, false],
  ['text', false, false],
  [undefined, false, false],
])('distinguishes objects, lists and everything else (%o)', (value, object, list) => {
  expect([isObject(value), isList(value)]).toEqual([object, list])
})
