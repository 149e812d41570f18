/** The area in a sale's location if `LOCAL_AREA` names no other. */
export const DEFAULT_LOCAL_AREA = 'Greenfield Valley'
