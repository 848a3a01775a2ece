import { DomainError } from '@glasshouse/core/errors/registry'
import { usdtAsset } from '@glasshouse/core/ledger/chart'
import { sumReserve } from './ledger/totals/index.ts'
import { type Db, openDatabase } from './platform/database/index.ts'
import { migrateDatabase, pinMode } from './platform/postgres/index.ts'
import { consoleOrigin, InvalidSettingsError, type Settings } from './platform/settings/index.ts'
import { systemClock } from './platform/time/index.ts'
import { practiceModule } from './practice/module.ts'
import { staffModule } from './staff/module.ts'

/** How the operator invites the first manager. */
export const firstManagerCommand = 'npm start -- first-manager'

/**
 * What a started live server still needs, each with the step that provides it. None of it can be done before the
 * start; until then the affected commands throw errors.
 */
export const missingForLive = async (settings: Settings, db: Db): Promise<readonly string[]> => {
  const managers = await staffModule.provides.countManagers(db)
  const [trading, insurance, marketing] = [
    await sumReserve(db, 'trading', usdtAsset),
    await sumReserve(db, 'insurance', usdtAsset),
    await sumReserve(db, 'marketing', usdtAsset),
  ]
  const { BTCPAY_URL, DATABASE_MIGRATION_URL, EVM_RPC_URL, TRON_API_URL, TRUSTED_PROXIES } = settings
  const takesDeposits = [BTCPAY_URL, EVM_RPC_URL, TRON_API_URL].some((url) => url !== undefined)
  const checks: readonly (readonly [boolean, string])[] = [
    [
      managers === 0,
      `nobody works here: invite the first manager with \`${firstManagerCommand} you@example.com\``,
    ],
    [
      managers === 1,
      'one manager alone: what needs two of them waits; the first one invites the second in the console',
    ],
    [
      trading === 0n,
      'the trading reserve is empty: contracts and options are refused (2009) until managers fund it in the console',
    ],
    [
      insurance === 0n,
      'the insurance fund is empty: what a customer cannot pay in a gap is the house’s to cover; fund it in the console',
    ],
    [
      marketing === 0n,
      'the marketing reserve is empty: bonuses are refused (2009) until managers fund it in the console',
    ],
    [
      !takesDeposits,
      'no money can come in: turn a way on with BTCPAY_URL, EVM_RPC_URL or TRON_API_URL and what belongs to it',
    ],
    [
      DATABASE_MIGRATION_URL === undefined,
      'DATABASE_MIGRATION_URL is empty: the role of the product owns its tables and can switch the guards of evidence, ledger and audit log off; name the owner there, and a role that owns nothing in DATABASE_URL',
    ],
    [
      TRUSTED_PROXIES.length === 0,
      'TRUSTED_PROXIES is empty: behind a proxy all customers share its address, and limits of one are limits of all',
    ],
  ]
  return checks.flatMap(([lacks, sentence]) => (lacks ? [sentence] : []))
}

/**
 * Invites the first manager of a live server and returns the text for the terminal, with the link: it is shown once
 * and neither mailed nor logged. The server may be running meanwhile.
 *
 * Throws `InvalidSettingsError` in practice mode, which has managers of its own, and the errors of the invitation.
 */
export const inviteFounder = async (settings: Settings, email: string): Promise<string> => {
  if (settings.MODE !== 'live' || settings.DATABASE_URL === undefined)
    throw new InvalidSettingsError([
      'MODE: practice mode has managers of its own; the first manager is of a live house',
    ])
  await migrateDatabase(settings.DATABASE_URL, settings.DATABASE_MIGRATION_URL)
  const database = openDatabase(settings.DATABASE_URL, 2)
  try {
    await pinMode(database.db, settings.MODE, () => practiceModule.provides.findStoredMode(database.db))
    const deps = { database, clock: systemClock(0) }
    const invited = await staffModule.provides.inviteFirstManager(deps, email)
    return [
      `${invited.email} is invited as the first manager. This link works once, until ${new Date(invited.expires).toISOString()}:`,
      '',
      `  ${consoleOrigin(settings)}/console/join#${invited.invitation}`,
      '',
      'Who opens it chooses the password and creates a passkey. Give it to nobody else, and do not keep it.',
      'The command makes a new link, and ends this one, until the first manager has joined. Then invite the second manager in the console.',
    ].join('\n')
  } finally {
    await database.close()
  }
}

/** Why no manager was invited, in one sentence; null for an unexpected error. */
export const firstManagerErrorMessage = (error: unknown): string | null => {
  if (!(error instanceof DomainError)) return null
  return error.code === 'invalidField'
    ? `Say for whom: an e-mail address, such as ${firstManagerCommand} you@example.com`
    : 'Somebody works here already. Managers are invited in the console, by a manager.'
}
