import { DataFrame } from '../screens/back-office/data/data-frame.tsx'

/** The first paint of the page of premises data. */
export const DataShell = () => <DataFrame />
