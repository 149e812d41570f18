import type { RegisterDoor } from '#domain/street/do-not-knock.ts'
import { createStore } from '../store.ts'

/** Returns why agents must not call at a door; undefined if they may, and until the register is loaded. */
export const closedDoors = createStore<(door: RegisterDoor) => string | undefined>(() => undefined)
