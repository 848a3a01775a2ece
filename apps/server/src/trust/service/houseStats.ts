import { startOfDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { type JournalType, journal } from '@glasshouse/core/ledger/journal'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import type { HouseStatistics, HouseYear } from '@glasshouse/core/trust/statistics/codec'
import type { Db } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { getHouseDebt } from '../../tradingReserve/index.ts'
import {
  countResults,
  findFirstTransactionMs,
  listReserveBalances,
  type ResultCount,
  sumEarned,
  sumInsuranceDraws,
} from '../store/houseStats.ts'
import { getRestrictionStats } from './restrictionStats.ts'
import { shareOf } from './withdrawStats.ts'

const yearMs = 365 * dayMs
/** With fewer customers only counts are shown. */
const minCustomers = 10
/** Visitors read the sums of the year of this age at most: they read every order of the year. */
const keptMs = 10 * 60_000

const fees = {
  contracts: [journal.contractFee],
  withdrawals: [journal.withdrawalFee],
  redemptions: [journal.redemptionFee],
  loans: [journal.loanInterest],
} as const
const counterparty = {
  contracts: [journal.contractProfit, journal.liquidation],
  options: [journal.optionStake, journal.optionPayout, journal.optionRefund],
} as const

/** What house statistics need: the floor of the trading reserve is known to contracts and markets. */
export type HouseStatsDeps = Pick<Platform, 'clock' | 'database'> & {
  readonly tradingFloorOf: (db: Db) => Promise<Usdt>
}

const lossRateOf = (counts: readonly ResultCount[], wanted: ResultCount['kind']) => {
  const { customers, lost } = counts.find(({ kind }) => kind === wanted) ?? { customers: 0, lost: 0 }
  return { customers, lost, share: customers >= minCustomers ? shareOf(lost, customers) : null }
}

const readYear = async (db: Db, wallMs: number, businessMs: number): Promise<HouseYear> => {
  // Whole days, which the running rows of the ledger tell.
  const fromMs = startOfDay(businessMs - yearMs)
  const groups = [...Object.values(fees), ...Object.values(counterparty)]
  const [counts, earned, insurance, sinceMs] = await Promise.all([
    countResults(db, { wallMs: wallMs - yearMs, businessMs: fromMs }),
    sumEarned(db, groups.flat(), fromMs),
    sumInsuranceDraws(db, [journal.operatorCapital, journal.houseLevelled], fromMs),
    findFirstTransactionMs(db),
  ])
  const of = (types: readonly JournalType[]): bigint =>
    earned.reduce((sum, { type, amount }) => (types.includes(type) ? sum + amount : sum), 0n)
  return {
    fromMs,
    sinceMs,
    isWhole: sinceMs !== null && sinceMs <= fromMs,
    lossRate: {
      contracts: lossRateOf(counts, 'contracts'),
      options: lossRateOf(counts, 'options'),
      copying: lossRateOf(counts, 'copying'),
      all: lossRateOf(counts, 'all'),
    },
    fees: {
      contracts: of(fees.contracts),
      withdrawals: of(fees.withdrawals),
      redemptions: of(fees.redemptions),
      loans: of(fees.loans),
    },
    counterparty: { contracts: of(counterparty.contracts), options: of(counterparty.options) },
    insurance: { draws: insurance.draws, amount: insurance.amount },
  }
}

/** Floor of a reserve that promises nothing. */
const nothingPromised = usdt('0')

/** Reserves set aside whole for promises that are running: none of them is free. */
const setAside: readonly string[] = ['optionEscrow', 'referral']

const listReservesWithFloors = async (db: Db, tradingFloor: Usdt): Promise<HouseStatistics['reserves']> =>
  (await listReserveBalances(db)).map(({ reserve, balance, promised }) => {
    const floor =
      reserve === 'trading'
        ? tradingFloor
        : setAside.includes(reserve)
          ? balance
          : (promised ?? nothingPromised)
    return { reserve, balance, floor }
  })

/** House statistics: debt, reserves, locks and holds as they are; the sums of twelve months read at most every ten minutes. */
export const createHouseStats = (deps: HouseStatsDeps): (() => Promise<HouseStatistics>) => {
  const { clock, database, tradingFloorOf } = deps
  let known: { readonly atMs: number; readonly year: Promise<HouseYear> } | null = null
  const yearOf = (): Promise<HouseYear> => {
    const atMs = clock.now()
    if (known !== null && atMs - known.atMs < keptMs) return known.year
    const year = readYear(database.reports, atMs, clock.business())
    known = { atMs, year }
    year.catch(() => {
      known = null
    })
    return year
  }
  return async () => {
    const { db } = database
    const atMs = clock.business()
    const [owed, restrictions, reserves, year] = await Promise.all([
      getHouseDebt(db),
      getRestrictionStats(deps),
      tradingFloorOf(db).then((floor) => listReservesWithFloors(db, floor)),
      yearOf(),
    ])
    return { atMs, owed, restrictions, reserves, year }
  }
}
