/** The lines of which a customer's balances in a liabilities report consist, as wallets and orders show them (trust.md 3). */
import type { CustomerAccountType } from '../../ledger/chart.ts'
import { amountScale, parseDecimal, type Quantity, type Usdt } from '../../money/units.ts'
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

/** A line; amounts in units of 1e-8 of its asset. */
export type OwnLine = {
  readonly source: OwnSource
  readonly asset: string
  /** At the instant of the report. */
  readonly reported: bigint
  /** Signed, since the report. */
  readonly change: bigint
  readonly now: bigint
}

/** What does not add up: which check, of which asset, and both figures. */
export type OwnLineIssue = {
  readonly check: 'reported' | 'change' | 'now'
  readonly asset: string
  readonly source: OwnSource | null
  readonly expected: bigint
  readonly found: bigint
}

/** What other calls show of these lines: the wallets of the profile, and the coins of both wallets by market. */
export type ShownWallets = {
  readonly wallets: {
    readonly wallet: Usdt
    readonly contract: Usdt
    readonly contract2: Usdt
    readonly coin: Usdt
    readonly held: { readonly options: Usdt; readonly withdrawals: Usdt; readonly principal: Usdt }
  }
  /** Coins by the asset they are booked as; USDT is in `wallets`. */
  readonly coins: readonly {
    readonly source: 'wallet' | 'coin'
    readonly asset: string
    readonly amount: Quantity
  }[]
}

/** Amounts by `source asset` as the wallets show them. */
export const shownAmounts = ({ wallets, coins }: ShownWallets): ReadonlyMap<string, bigint> =>
  new Map<string, bigint>([
    ['wallet USDT', wallets.wallet],
    ['contract USDT', wallets.contract],
    ['contract2 USDT', wallets.contract2],
    ['coin USDT', wallets.coin],
    ['optionStake USDT', wallets.held.options],
    ['withdrawal USDT', wallets.held.withdrawals],
    ['principal USDT', wallets.held.principal],
    ...coins.map(({ source, asset, amount }) => [`${source} ${asset}`, amount] as const),
  ])

const provenAmount = (text: string): bigint => {
  const units = parseDecimal(text, amountScale)
  if (units === null) throw new RangeError(`no amount: ${text}`)
  return units
}

/**
 * The checks of own lines: they add up to the balances that the proof proves, each line with its change is what it is now, and
 * that is what the wallets show.
 *
 * @param balances as the proof has them
 * @param shown amounts by `source asset`
 * @throws RangeError a proven balance is not a decimal number
 */
export const ownLineIssues = (
  lines: readonly OwnLine[],
  balances: Amounts,
  shown: ReadonlyMap<string, bigint>,
): readonly OwnLineIssue[] => {
  const sums = new Map<string, bigint>()
  for (const { asset, reported } of lines) sums.set(asset, (sums.get(asset) ?? 0n) + reported)
  const assets = [...new Set([...Object.keys(balances), ...sums.keys()])].sort()
  const ofReport = assets.flatMap((asset): readonly OwnLineIssue[] => {
    const [expected, found] = [provenAmount(balances[asset] ?? '0'), sums.get(asset) ?? 0n]
    return expected === found ? [] : [{ check: 'reported', asset, source: null, expected, found }]
  })
  const ofChange = lines.flatMap(({ source, asset, reported, change, now }): readonly OwnLineIssue[] => {
    const found = reported + change
    return found === now ? [] : [{ check: 'change', asset, source, expected: now, found }]
  })
  const nowOf = new Map(lines.map(({ source, asset, now }) => [`${source} ${asset}`, now]))
  const ofNow = [...shown].flatMap(([line, amount]): readonly OwnLineIssue[] => {
    const [source = '', asset = ''] = line.split(' ')
    const found = nowOf.get(line) ?? 0n
    return found === amount
      ? []
      : [{ check: 'now', asset, source: source as OwnSource, expected: amount, found }]
  })
  return [...ofReport, ...ofChange, ...ofNow]
}
