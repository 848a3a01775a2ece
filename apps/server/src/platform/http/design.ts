import { readFileSync } from 'node:fs'
import { faceSheet } from './faces.ts'

const file = new URL('../../../../../packages/ui/src/tokens.css', import.meta.url)
const night = /\[data-theme="night"\]\s*\{([^}]*)\}/

const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '')

/**
 * The design tokens and font faces as a style sheet for pages the server writes itself. They work without script, so night
 * follows the system's choice instead of the switch of the pages.
 */
export const designTokens = (): string => {
  const tokens = withoutComments(readFileSync(file, 'utf8'))
  const atNight = night.exec(tokens)?.[1]
  if (atNight === undefined) throw new Error('the design tokens have no night values')
  const sheet = `${withoutComments(faceSheet())}${tokens}@media (prefers-color-scheme: dark){:root{${atNight}}}`
  return sheet.replace(/\s+/g, ' ').trim()
}
