import { consoleOrigin, type Settings } from './platform/settings/index.ts'
import { practiceModule } from './practice/module.ts'

/** The addresses a started product is reached at. */
export const addressesOf = (
  settings: Settings,
  port: number,
  consolePort: number | null,
): { readonly address: string; readonly consoleAddress: string } => {
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
  const address = `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
  const consoleAddress =
    consolePort === null ? address : consoleOrigin({ ...settings, CONSOLE_PORT: consolePort })
  return { address, consoleAddress }
}

/** What is printed once the product is open: its addresses, what live mode still lacks, and the accounts of practice. */
export const startupBanner = (
  settings: Settings,
  address: string,
  consoleAddress: string,
  lacking: readonly string[],
): string => {
  const roles = settings.ROLES.join(', ')
  if (!settings.ROLES.includes('web')) return `Glasshouse runs ${roles}: ${address}/readyz`
  const lines = [
    `Glasshouse is open: ${address}`,
    `  roles      ${roles}`,
    `  calls      ${address}/api/docs`,
    `  console    ${consoleAddress}/console`,
    ...lacking.map((sentence) => `  not yet    ${sentence}`),
  ]
  if (settings.MODE === 'practice')
    lines.push(...practiceModule.provides.practiceLines(settings.MARKET_FEED, address))
  return lines.join('\n')
}
