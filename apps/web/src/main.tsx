import '@glasshouse/ui/tokens.css'
import '@glasshouse/ui/reset.css'
import './faces.css'
import './inter.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepReferrer } from './components/referrer.ts'
import { queryClient } from './data/query.ts'
import { preloadPage } from './preload.ts'
import { Site } from './Site.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('root element missing')

keepReferrer(window.location.search)
const render = () =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Site />
      </QueryClientProvider>
    </StrictMode>,
  )

/** Says in English that the page could not be loaded: the texts of every language are what is missing. */
const showLoadFailure = () => {
  const text = document.createElement('p')
  text.setAttribute('role', 'alert')
  text.textContent = 'Glasshouse could not be loaded. Check your connection. '
  const retry = document.createElement('button')
  retry.type = 'button'
  retry.textContent = 'Reload the page'
  retry.onclick = () => window.location.reload()
  text.append(retry)
  root.replaceChildren(text)
}

preloadPage(window.location).then(render, showLoadFailure)
