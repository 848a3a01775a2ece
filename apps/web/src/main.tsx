import '@fontsource-variable/inter/wght.css'
import '@glasshouse/ui/tokens.css'
import '@glasshouse/ui/ground.css'
import './faces.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLanguages } from './i18n/setup.ts'
import { queryClient } from './live/query.ts'
import { keepReferrer } from './parts/referrer.ts'
import { Routes } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

keepReferrer(window.location.search)
startLanguages().then(() => {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Routes />
      </QueryClientProvider>
    </StrictMode>,
  )
})
