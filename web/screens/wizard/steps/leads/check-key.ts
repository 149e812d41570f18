import type { Sale } from '#domain/sale/sale.ts'

/** Under which a verdict is kept: by lead, so that it is there for the next sale too. */
export const checkKey = ({ lead, sessionId }: Sale): string => lead?.id ?? sessionId
