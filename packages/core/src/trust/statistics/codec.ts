/** Wire forms of published statistics: of the house accounts and of withdrawals. */
import type { DataOf } from '../../calls.ts'
import { formatUsdt, type Usdt } from '../../money/units.ts'

type HouseAnswer = DataOf<'/api/trust/houseStats'>
type Year = HouseAnswer['year']

/** What the platform earned, what its customers lost and what insurance paid in twelve months; amounts in USDT. */
export type HouseYear = {
  /** The first instant counted, and when the books began; null before the first transaction. */
  readonly fromMs: number
  readonly sinceMs: number | null
  readonly isWhole: boolean
  readonly lossRate: Year['lossRate']
  readonly fees: Readonly<Record<keyof Year['fees'], bigint>>
  /** Losses of customers less their profits. */
  readonly counterparty: Readonly<Record<keyof Year['counterparty'], bigint>>
  readonly insurance: { readonly draws: number; readonly amount: bigint }
}

/** Statistics of the house accounts; amounts in USDT. */
export type HouseStatistics = {
  readonly atMs: number
  /** Profits paid out beyond what the reserves held; nothing new is accepted until the operator has funded them. */
  readonly owed: Usdt
  readonly restrictions: Pick<HouseAnswer, 'locks' | 'holds'>
  readonly reserves: readonly { readonly reserve: string; readonly balance: bigint; readonly floor: bigint }[]
  readonly year: HouseYear
}

const amountsToWire = <Name extends string>(amounts: Readonly<Record<Name, bigint>>): Record<Name, string> =>
  Object.fromEntries(
    Object.entries<bigint>(amounts).map(([name, amount]) => [name, formatUsdt(amount)]),
  ) as Record<Name, string>

/** Formats statistics for `/api/trust/houseStats`. */
export const houseStatisticsToWire = ({
  atMs,
  owed,
  restrictions,
  reserves,
  year,
}: HouseStatistics): HouseAnswer => ({
  ...{ at: atMs, owed: formatUsdt(owed), newrisk: owed === 0n, ...restrictions },
  reserves: reserves.map(({ reserve, balance, floor }) => ({
    ...{ reserve, balance: formatUsdt(balance), floor: formatUsdt(floor) },
  })),
  year: {
    ...{ from: year.fromMs, since: year.sinceMs, whole: year.isWhole, lossRate: year.lossRate },
    ...{ fees: amountsToWire(year.fees), counterparty: amountsToWire(year.counterparty) },
    insurance: { draws: year.insurance.draws, amount: formatUsdt(year.insurance.amount) },
  },
})

type WithdrawAnswer = DataOf<'/api/trust/withdrawStats'>

/** What became of the withdrawals of some days; times and shares are null where there are too few cases. */
export type WithdrawalStatistics = {
  readonly atMs: number
  readonly days: number
  readonly asked: number
  readonly sent: number
  readonly cancelled: number
  readonly waiting: number
  /** By reason. */
  readonly rejected: Readonly<Record<string, number>>
  readonly medianMinutes: number | null
  readonly p95Minutes: number | null
  /** Shares that waited longer than an hour, by the reason of waiting; `none` without one. */
  readonly longWaits: Readonly<Record<string, string>> | null
  /** Share past the deadline. */
  readonly overdue: string | null
  /** Age of the oldest one that waits now. */
  readonly oldestMinutes: number | null
}

/** Formats statistics for `/api/trust/withdrawStats`. */
export const withdrawalStatisticsToWire = ({
  atMs,
  overdue,
  oldestMinutes,
  longWaits,
  ...counts
}: WithdrawalStatistics): WithdrawAnswer[number] => ({
  ...{ at: atMs, ...counts, over1h: longWaits, overdue, oldestMinutes },
})

/** Parses statistics of withdrawals that the server returned. */
export const withdrawalStatisticsFromWire = (rows: WithdrawAnswer): readonly WithdrawalStatistics[] =>
  rows.map(({ at, over1h, ...counts }) => ({ atMs: at, longWaits: over1h, ...counts }))
