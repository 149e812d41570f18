import { describe, expect, it, vi } from 'vitest'
import { createStore } from './store.ts'

describe('an observable store', () => {
  it('starts with its initial value', () => {
    expect(createStore(1).get()).toBe(1)
  })

  it('has the new value by the time listeners are called', () => {
    const store = createStore(1)
    const seen: number[] = []
    store.subscribe(() => seen.push(store.get()))
    store.set(2)
    store.set(3)
    expect(seen).toEqual([2, 3])
  })

  it('does not notify if the value does not change', () => {
    const store = createStore(Number.NaN)
    const listener = vi.fn()
    store.subscribe(listener)
    store.set(Number.NaN)
    expect(listener).not.toHaveBeenCalled()
  })

  it('stops calling a listener that has unsubscribed', () => {
    const store = createStore(1)
    const listener = vi.fn()
    const unsubscribe = store.subscribe(listener)
    unsubscribe()
    store.set(2)
    expect(listener).not.toHaveBeenCalled()
  })

  it('does not call a listener that an earlier one has just unsubscribed', () => {
    const store = createStore(1)
    const second = vi.fn()
    let stopSecond = () => {}
    store.subscribe(() => stopSecond())
    stopSecond = store.subscribe(second)
    store.set(2)
    expect(second).not.toHaveBeenCalled()
  })

  it('calls the same listener once, however often it subscribes', () => {
    const store = createStore(1)
    const listener = vi.fn()
    store.subscribe(listener)
    store.subscribe(listener)
    store.set(2)
    expect(listener).toHaveBeenCalledOnce()
  })
})
