import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PartsPage } from './parts-page.tsx'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <PartsPage />
  </StrictMode>,
)
