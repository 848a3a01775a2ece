import '@glasshouse/ui/tokens.css'
import '@glasshouse/ui/reset.css'
import './inter.css'
import { keepReferrer } from './components/referrer.ts'
import { startFirstCalls } from './firstCalls.ts'

const root = document.getElementById('root')
if (!root) throw new Error('root element missing')

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

keepReferrer(window.location.search)
// This file is small, so that the first calls are on their way while the page loads.
const markets = startFirstCalls(window.location)
import('./start.tsx').then(({ startPage }) => startPage(root, markets)).catch(showLoadFailure)
