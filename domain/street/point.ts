/** A place in degrees (WGS 84). */
export type Point = { lat: number; lon: number }

const METRES_PER_DEGREE = 111_320

/** Returns how far east and north `to` lies of `from`, in metres. Good to a per mille within a town. */
export function offsetM(from: Point, to: Point): { east: number; north: number } {
  const shrink = Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180)
  return {
    east: (to.lon - from.lon) * METRES_PER_DEGREE * shrink,
    north: (to.lat - from.lat) * METRES_PER_DEGREE,
  }
}

export function distanceM(a: Point, b: Point): number {
  const { east, north } = offsetM(a, b)
  return Math.hypot(east, north)
}
