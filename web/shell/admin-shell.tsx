import { AdminFrame } from '../crm-admin/admin-frame.tsx'

/** The first paint of the CRM connection test. */
export const AdminShell = () => <AdminFrame />
