import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AdminPage } from './crm-admin/admin-page.tsx'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <AdminPage />
  </StrictMode>,
)
