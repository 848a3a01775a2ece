import '@fontsource-variable/inter/wght.css'
import '@glasshouse/ui/tokens.css'
import '@glasshouse/ui/ground.css'
import './face.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console } from './Console.tsx'
import { useStaffToken } from './live/session.ts'
import { SignIn } from './SignIn.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

function Door() {
  return useStaffToken() === null ? <SignIn /> : <Console />
}

createRoot(root).render(
  <StrictMode>
    <Door />
  </StrictMode>,
)
