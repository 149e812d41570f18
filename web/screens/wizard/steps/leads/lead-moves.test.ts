import type { MouseEvent, PointerEvent } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leadOf } from '../../../../testing/rows.testing.ts'
import { leadMoves } from './lead-moves.ts'

class Radio {
  readonly dataset = { row: '0' }
}

const onSelect = vi.fn()
beforeEach(() => {
  vi.stubGlobal('HTMLInputElement', Radio)
  onSelect.mockClear()
})

afterEach(() => void vi.unstubAllGlobals())

/** Returns the handlers of a list that has this lead in its first row. */
const listOf = (id: string) =>
  leadMoves({ rows: [{ lead: leadOf(id) }], onSelect, showRow() {}, focusOn() {} })
const pointerDown = { target: new Radio() } as unknown as PointerEvent
const clickOf = (detail: number) => ({ target: new Radio(), detail }) as unknown as MouseEvent

it('selects the lead under the finger', () => {
  listOf('a').aim(pointerDown)
  listOf('a').select(clickOf(1))
  expect(onSelect).toHaveBeenCalledWith(leadOf('a'))
})

it('ignores a tap if another lead has come under the finger', () => {
  listOf('a').aim(pointerDown)
  listOf('b').select(clickOf(1))
  expect(onSelect).not.toHaveBeenCalled()
})

it('selects by the space bar, whatever was aimed at before', () => {
  listOf('a').aim(pointerDown)
  listOf('b').select(clickOf(0))
  expect(onSelect).toHaveBeenCalledWith(leadOf('b'))
})

it('selects by a screen reader’s click, which has no finger', () => {
  listOf('a').aim(pointerDown)
  listOf('a').select(clickOf(1))
  listOf('b').select(clickOf(1))
  expect(onSelect).toHaveBeenLastCalledWith(leadOf('b'))
})
