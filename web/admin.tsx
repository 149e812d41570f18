import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { installApp } from './install/install-app.ts'
import { AdminPage } from './screens/back-office/admin-page.tsx'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <AdminPage />
  </StrictMode>,
)

void installApp({ isInProgress: () => false, subscribe: () => undefined })
