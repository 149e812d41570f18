import type { RegisterDoor } from '#domain/street/do-not-knock.ts'
import { createStore } from '../store.ts'

/** A lead, or any address. */
export type CalledDoor = RegisterDoor & { id?: string }

/** Returns why agents must not call at a door; undefined if they may, or if the register is not loaded yet. */
export const closedDoors = createStore<(door: CalledDoor) => string | undefined>(() => undefined)
