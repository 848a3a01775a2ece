import '@fontsource-variable/inter/wght.css'
import '../src/tokens.css'
import '../src/reset.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PhoneSheet } from './PhoneSheet.tsx'
import { Workshop } from './Workshop.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('root element missing')

/** `?theme=day` or `night` shows one theme, `?site=phone` the phone's sizes, `?part=sheet` only the bottom sheet. */
const options = new URLSearchParams(window.location.search)
const asked = options.get('theme')
const theme = asked === 'day' || asked === 'night' ? asked : null
document.documentElement.dataset.theme = theme ?? 'day'
if (options.get('site') === 'phone') document.documentElement.dataset.site = 'phone'

createRoot(root).render(
  <StrictMode>{options.get('part') === 'sheet' ? <PhoneSheet /> : <Workshop theme={theme} />}</StrictMode>,
)
