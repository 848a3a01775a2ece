// npm run mutate: mutates the pure rules in thousands of small ways and reports mutants that no test kills.
// `npm run mutate -- options ledger` runs some of the domains. Not part of npm test: it takes long, and its first run
// installs the tool.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkNode, ensureInstalled, giveUp, npm, pinnedNode, root } from '../launcher/install.mjs'

const rules = 'packages/core/src'

/** Mutated files by domain. Word lists and wire schemas decide nothing and are excluded. */
const domains = {
  money: ['units.ts'],
  ledger: ['chart.ts', 'names.ts', 'rules.ts', 'statement.ts', 'wallets.ts'],
  contracts: [
    'account.ts',
    'checks.ts',
    'exposure.ts',
    'rules.ts',
    'settlement.ts',
    'valuation.ts',
    'decide/copy.ts',
    'engine/guards.ts',
    'engine/heap.ts',
    'engine/triggers.ts',
  ],
  options: ['rules.ts', 'checks.ts', 'judge.ts', 'record.ts'],
  deposits: ['amounts.ts', 'bonus.ts', 'hashes.ts', 'judge.ts', 'paymentValue.ts', 'rules.ts'],
  destinations: ['rules.ts'],
  withdrawals: ['rules.ts', 'judge.ts'],
  wallets: ['rules.ts', 'judge.ts'],
  loans: ['checks.ts', 'rules.ts'],
  subscription: ['rules.ts', 'verify.ts'],
  referral: ['rules.ts'],
  rewards: ['rules.ts'],
  ai: ['backtest.ts', 'codec.ts', 'momentum.ts', 'rules.ts', 'run.ts', 'tiers.ts'],
  invest: ['capacity.ts', 'checks.ts', 'codec.ts', 'productRules.ts', 'rates.ts', 'rules.ts'],
  'invest/copy': [
    'attribution.ts',
    'checks.ts',
    'copySize.ts',
    'dealing.ts',
    'fees.ts',
    'lead.ts',
    'productRules.ts',
    'record.ts',
    'reduction.ts',
    'schedule.ts',
    'trades.ts',
    'units.ts',
  ],
  trust: [
    'bytes.ts',
    'heads.ts',
    'headsText.ts',
    'receipts.ts',
    'restrictions.ts',
    'savedFiles.ts',
    'settlements.ts',
    'signedTexts.ts',
    'verify.ts',
    'holdings/holdings.ts',
    'liabilities/ownLines.ts',
    'liabilities/proof.ts',
    'liabilities/report.ts',
    'liabilities/tree.ts',
  ],
}

/** Minimum percentage of killed mutants per domain. */
const minKilledPercent = 90

const tool = join(import.meta.dirname, 'stryker')

const changedMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const installTool = () => {
  if (
    changedMs(join(tool, 'node_modules', '.package-lock.json')) > changedMs(join(tool, 'package-lock.json'))
  )
    return
  console.log('Installing the mutation tool …')
  const result = npm(['ci', '--loglevel=error'], tool)
  if (result.error || result.status !== 0) giveUp('The mutation tool could not be installed.')
}

/** Folders that the tests of the rules do not need; excluded from the copy of every run. */
const unused = () => {
  const foldersIn = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const others = (folder, needed) =>
    foldersIn(folder).flatMap(({ name }) => (needed.includes(name) ? [] : [`${folder}/${name}`]))
  return [
    ...others('', ['packages', 'tools']),
    ...others('/packages', ['core']),
    ...others('/tools', ['mutate']),
  ]
}

const settingsFor = (domain, scratch) => ({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutate/stryker/vitest.config.ts' },
  mutate: domains[domain].map((file) => `${rules}/${domain}/${file}`),
  ignorePatterns: unused(),
  // The tool would rewrite the compiler settings with an API that TypeScript 7 does not have.
  tsconfigFile: 'none.json',
  tempDirName: join(scratch, 'sandbox'),
  concurrency: 1,
  coverageAnalysis: 'perTest',
  reporters: ['clear-text'],
  clearTextReporter: { logTests: false, reportTests: false },
  thresholds: { high: 95, low: minKilledPercent, break: minKilledPercent },
  allowEmpty: false,
  warnings: { slow: false },
})

/** Mutates one domain; true if enough mutants were killed. */
const mutate = (domain) => {
  console.log(`\n${domain}`)
  const scratch = mkdtempSync(join(tmpdir(), 'glasshouse-mutate-'))
  try {
    const settings = join(scratch, 'settings.json')
    writeFileSync(settings, JSON.stringify(settingsFor(domain, scratch)))
    const program = join(tool, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
    const env = { ...process.env, MUTATE_DOMAIN: domain }
    const ended = spawnSync(pinnedNode(), [program, 'run', settings], { cwd: root, stdio: 'inherit', env })
    return ended.status === 0
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const requested = process.argv.slice(2)
const unknown = requested.find((name) => !(name in domains))
if (unknown !== undefined)
  giveUp(`Unknown domain: ${unknown}. The domains are ${Object.keys(domains).join(', ')}.`)
checkNode()
ensureInstalled({ tests: true })
installTool()
const missed = (requested.length === 0 ? Object.keys(domains) : requested).filter((domain) => !mutate(domain))
if (missed.length > 0)
  giveUp(`Fewer than ${minKilledPercent} % of the mutants were killed in ${missed.join(', ')}.`)
