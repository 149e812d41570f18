import { type CalledDoor, closedDoors } from '../../../../lists/closed-doors.ts'
import { thisPhone } from '../../../../storage/this-phone.ts'
import { registerOn } from '../../../../street/register-on.ts'
import { visitsOn } from '../../../../street/visits-on.ts'

/** Returns whether agents must not call at a door, by all that this phone knows, also right after a reload. */
export async function isOnRegister(door: CalledDoor): Promise<boolean> {
  await Promise.all([registerOn(thisPhone).ready, visitsOn(thisPhone).ready])
  return closedDoors.get()(door) !== undefined
}
