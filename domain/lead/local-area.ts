/** The area in a sale's location if `LOCAL_AREA` is not set. */
export const DEFAULT_LOCAL_AREA = 'Greenfield Valley'
