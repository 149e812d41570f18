import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The smallest page that paints from its HTML and is then taken over by React. */
function Page() {
  const [search, setSearch] = useState('')
  const field = { type: 'search', value: search, onChange: (event) => setSearch(event.target.value) }
  return [
    createElement('h1', { key: 'title' }, 'Leads'),
    createElement('label', { key: 'field' }, 'Search leads ', createElement('input', field)),
  ]
}

createRoot(document.getElementById('root')).render(createElement(StrictMode, null, createElement(Page)))
