import '@fontsource-variable/inter/wght.css'
import '@glasshouse/ui/tokens.css'
import '@glasshouse/ui/reset.css'
import './face.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchInput } from './data/idle.ts'
import { queryClient } from './data/query.ts'
import { Routes } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('root element missing')

watchInput()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Routes />
    </QueryClientProvider>
  </StrictMode>,
)
