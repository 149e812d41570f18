/** Each frame of a moving map draws all of them; the eye gains little from a third (decision 42). */
const MAX_RATIO = 2

/** Returns how many pixels wide a point of the map is drawn. If the screen has more, the browser enlarges the map. */
export const pixelRatio = () => Math.min(devicePixelRatio, MAX_RATIO)
