import '@fontsource-variable/inter/wght.css'
import '@glasshouse/ui/tokens.css'
import '@glasshouse/ui/reset.css'
import './faces.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepReferrer } from './components/referrer.ts'
import { queryClient } from './data/query.ts'
import { startLanguages } from './i18n/setup.ts'
import { Site } from './Site.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('root element missing')

keepReferrer(window.location.search)
startLanguages().then(() => {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Site />
      </QueryClientProvider>
    </StrictMode>,
  )
})
