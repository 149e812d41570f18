import { AdminFrame } from '../screens/back-office/admin-frame.tsx'

/** The first paint of the CRM connection test, before anything can be pressed. */
export const AdminShell = () => <AdminFrame />
