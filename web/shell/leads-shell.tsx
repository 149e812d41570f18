import { LeadsFrame } from '../screens/back-office/leads/leads-frame.tsx'

/** The first paint of the page of lead files. */
export const LeadsShell = () => <LeadsFrame />
