import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AdminPage } from './crm-admin/admin-page.tsx'
import { installApp } from './install/install-app.ts'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <AdminPage />
  </StrictMode>,
)

void installApp({ isUnderWay: () => false, subscribe: () => undefined })
