import { SaleFrame } from '../screens/back-office/sale/sale-frame.tsx'

/** The first paint of a sale's record. */
export const SaleShell = () => <SaleFrame />
