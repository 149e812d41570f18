/**
 * A whole number as people here write it: `3,400`. By hand, as the platform takes ten milliseconds of a quick machine to
 * make its first format, and the first screen is full of numbers.
 */
export const formatWhole = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
