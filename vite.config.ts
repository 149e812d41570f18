import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPaint } from './scripts/vite/first-paint.ts'
import { precompress } from './scripts/vite/precompress.ts'

/** Three pages, one document each: the wizard, the CRM connection test, and the page that is not there. */
export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [react(), tailwindcss(), firstPaint(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'web/index.html', admin: 'web/admin.html', '404': 'web/404.html' },
    },
  },
})
