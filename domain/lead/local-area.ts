/** The area that stands in a sale's location when `LOCAL_AREA` names no other. */
export const DEFAULT_LOCAL_AREA = 'Greenfield Valley'
