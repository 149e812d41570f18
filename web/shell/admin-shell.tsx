import { AdminFrame } from '../screens/back-office/admin-frame.tsx'

/** The first paint of the CRM connection test. Its buttons are disabled until the script runs. */
export const AdminShell = () => <AdminFrame />
