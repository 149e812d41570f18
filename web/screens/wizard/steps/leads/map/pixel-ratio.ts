/** Each frame of a moving map draws every pixel, and a third pixel per point gains the eye little (decision 42). */
const MAX_RATIO = 2

/** Returns how many pixels wide the map draws a point. If the screen has more, the browser enlarges the map. */
export const pixelRatio = () => Math.min(devicePixelRatio, MAX_RATIO)
