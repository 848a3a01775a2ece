import { readFileSync } from 'node:fs'

const file = new URL('../../../../../packages/ui/src/tokens.css', import.meta.url)
const night = /\[data-theme="night"\]\s*\{([^}]*)\}/

/**
 * The design tokens as a style sheet for pages the server writes itself. They work without script, so night
 * follows the system's choice instead of the switch of the pages.
 */
export const designTokens = (): string => {
  const tokens = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const atNight = night.exec(tokens)?.[1]
  if (atNight === undefined) throw new Error('the design tokens have no night values')
  const sheet = `${tokens}@media (prefers-color-scheme: dark){:root{${atNight}}}`
  return sheet.replace(/\s+/g, ' ').trim()
}
