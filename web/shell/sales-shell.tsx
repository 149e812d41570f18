import { SalesFrame } from '../screens/back-office/sales/sales-frame.tsx'

/** The first paint of the list of sales. */
export const SalesShell = () => <SalesFrame />
