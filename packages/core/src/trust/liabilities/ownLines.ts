/** The lines of which a customer's balances in a liabilities report consist, as wallets and orders show them (trust.md 3). */
import type { CustomerAccountType } from '../../ledger/chart.ts'
import { amountScale, formatDecimal, parseDecimal } from '../../money/units.ts'
import type { Amounts } from './proof.ts'

/** What is owed beyond the own accounts: interest earned and not paid, and copy orders at their newest dealing. */
export const claimSources = ['accrued', 'copies'] as const
export type ClaimSource = (typeof claimSources)[number]

/** Wallets as they are shown, holds, and claims; credit of the platform is owed to no customer. */
export const ownSources = [
  'wallet',
  'contract',
  'contract2',
  'coin',
  'optionStake',
  'principal',
  'withdrawal',
  ...claimSources,
] as const
export type OwnSource = (typeof ownSources)[number]

const sourceOf: Readonly<Record<CustomerAccountType, OwnSource | null>> = {
  wallet: 'wallet',
  contract: 'contract',
  contractMargin: 'contract',
  contractHold: 'contract',
  contract2: 'contract2',
  contract2Margin: 'contract2',
  contract2Hold: 'contract2',
  coin: 'coin',
  optionStake: 'optionStake',
  principal: 'principal',
  withdrawal: 'withdrawal',
  bonus: null,
  experience: null,
  experiencePrincipal: null,
}

/**
 * The line to which an account belongs; null of credit, which no report owes. A contract wallet includes its margin and holds.
 *
 * @example sourceOfAccount('contractMargin') // 'contract'
 */
export const sourceOfAccount = (purpose: CustomerAccountType): OwnSource | null => sourceOf[purpose]

/** A line as the call answers it; amounts in wire form. */
export type OwnLine = {
  readonly source: OwnSource
  readonly asset: string
  readonly reported: string
  /** Signed, since the report. */
  readonly change: string
  readonly now: string
}

/** What does not add up: which check, of which asset, and both figures. */
export type OwnLineIssue = {
  readonly check: 'reported' | 'change' | 'now'
  readonly asset: string
  readonly source: OwnSource | null
  readonly expected: string
  readonly found: string
}

/** What other calls show of these lines: `getuserinfo`, and the coins of both wallets by market. */
export type ShownWallets = {
  readonly info: {
    readonly wallet: string
    readonly contractwallet: string
    readonly secondcontractwallet: string
    readonly coinwallet: string
    readonly held: { readonly options: string; readonly withdrawals: string; readonly principal: string }
  }
  /** Coins by the asset they are booked as; USDT is in `info`. */
  readonly coins: readonly {
    readonly source: 'wallet' | 'coin'
    readonly asset: string
    readonly amount: string
  }[]
}

/** Amounts by `source asset` as the wallets show them. */
export const shownAmounts = ({ info, coins }: ShownWallets): ReadonlyMap<string, string> =>
  new Map([
    ['wallet USDT', info.wallet],
    ['contract USDT', info.contractwallet],
    ['contract2 USDT', info.secondcontractwallet],
    ['coin USDT', info.coinwallet],
    ['optionStake USDT', info.held.options],
    ['withdrawal USDT', info.held.withdrawals],
    ['principal USDT', info.held.principal],
    ...coins.map(({ source, asset, amount }) => [`${source} ${asset}`, amount] as const),
  ])

/** Units of an amount in wire form, which may be below zero. */
export const unitsOf = (amount: string): bigint => {
  const units = parseDecimal(amount.replace(/^-/, ''), amountScale)
  if (units === null) throw new RangeError(`no amount: ${amount}`)
  return amount.startsWith('-') ? -units : units
}
const textOf = (units: bigint): string => formatDecimal(units, amountScale)

/**
 * The checks of own lines: they add up to the balances that the proof proves, each line with its change is what it is now, and
 * that is what the wallets show.
 *
 * @param shown amounts by `source asset`
 */
export const ownLineIssues = (
  lines: readonly OwnLine[],
  balances: Amounts,
  shown: ReadonlyMap<string, string>,
): readonly OwnLineIssue[] => {
  const sums = new Map<string, bigint>()
  for (const { asset, reported } of lines) sums.set(asset, (sums.get(asset) ?? 0n) + unitsOf(reported))
  const assets = [...new Set([...Object.keys(balances), ...sums.keys()])].sort()
  const ofReport = assets.flatMap((asset): readonly OwnLineIssue[] => {
    const [expected, found] = [unitsOf(balances[asset] ?? '0'), sums.get(asset) ?? 0n]
    return expected === found
      ? []
      : [{ check: 'reported', asset, source: null, expected: textOf(expected), found: textOf(found) }]
  })
  const ofChange = lines.flatMap(({ source, asset, reported, change, now }): readonly OwnLineIssue[] => {
    const found = unitsOf(reported) + unitsOf(change)
    return found === unitsOf(now)
      ? []
      : [{ check: 'change', asset, source, expected: now, found: textOf(found) }]
  })
  const nowOf = new Map(lines.map(({ source, asset, now }) => [`${source} ${asset}`, now]))
  const ofNow = [...shown].flatMap(([line, amount]): readonly OwnLineIssue[] => {
    const [source = '', asset = ''] = line.split(' ')
    const found = nowOf.get(line) ?? '0'
    return unitsOf(found) === unitsOf(amount)
      ? []
      : [{ check: 'now', asset, source: source as OwnSource, expected: amount, found }]
  })
  return [...ofReport, ...ofChange, ...ofNow]
}
