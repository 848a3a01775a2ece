import { readFileSync } from 'node:fs'
import { faceSheet } from './faces.ts'

const file = new URL('../../../../../packages/ui/src/tokens.css', import.meta.url)
const night = /\[data-theme="night"\]\s*\{([^}]*)\}/

const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '')

/**
 * Design tokens and font faces as a style sheet for pages rendered by the server. They work without script, so the dark
 * theme follows the system setting instead of the switch of the pages.
 */
export const designTokens = (): string => {
  const tokens = withoutComments(readFileSync(file, 'utf8'))
  const atNight = night.exec(tokens)?.[1]
  if (atNight === undefined) throw new Error('the design tokens have no night values')
  const sheet = `${withoutComments(faceSheet())}${tokens}@media (prefers-color-scheme: dark){:root{${atNight}}}`
  return sheet.replace(/\s+/g, ' ').trim()
}
