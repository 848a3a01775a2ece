import { minuteMs } from '@glasshouse/core/calendar/durations'
import type { Product, TradingTerms } from '@glasshouse/core/markets/product'
import { getSetting } from '../../content/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { insertTerms, listAnnouncedTerms, lockLastTerms } from '../store/terms.ts'
import { listProductRows, lockProduct } from '../store.ts'
import type { Markets } from './markets.ts'
import type { ListedTerms } from './termsSchedule.ts'

/**
 * Announces terms of a market inside a transaction that locked the product: they are in force `terms_notice_minutes`
 * from now by the business calendar, and not before a change that is announced already. Returns the listed version.
 *
 * @example announceTerms(tx, clock, 1, terms) // at 12:00:00, notice 10 minutes: { n: 12, fromMs: 12:10:00.000, … }
 */
export const announceTerms = async (
  tx: Tx,
  clock: Pick<Platform['clock'], 'now' | 'aheadMs'>,
  pid: number,
  terms: TradingTerms,
): Promise<ListedTerms> => {
  const notice = await getSetting(tx, 'terms_notice_minutes')
  const last = await lockLastTerms(tx, pid)
  const fromMs = Math.max(clock.now() + notice * minuteMs, last?.fromMs ?? 0)
  await insertTerms(tx, { ...terms, pid, fromMs, businessMs: fromMs + clock.aheadMs() })
  const listed = await lockLastTerms(tx, pid)
  if (listed === null) throw new Error('announced terms were not listed')
  return listed
}

/**
 * Announces lower payouts for every market whose last listed terms pay more than a new ceiling, in the transaction that
 * changes the ceiling. Returns the versions, for the running markets to follow after the commit.
 */
export const announcePayoutCeiling = async (
  tx: Tx,
  clock: Pick<Platform['clock'], 'now' | 'aheadMs'>,
  ceilingPercent: number,
): Promise<readonly ListedTerms[]> => {
  const announced: ListedTerms[] = []
  for (const { pid } of await listProductRows(tx)) {
    await lockProduct(tx, pid)
    const last = await lockLastTerms(tx, pid)
    if (last?.payoutPercents.some((percent) => percent > ceilingPercent) !== true) continue
    const payoutPercents = last.payoutPercents.map((percent) => Math.min(percent, ceilingPercent))
    announced.push(await announceTerms(tx, clock, pid, { ...last, payoutPercents }))
  }
  return announced
}

type Deps = Pick<Platform, 'clock' | 'database'> & { readonly markets: Pick<Markets, 'followTerms'> }

/** Terms whose instant the practice calendar reached or came nearer to begin earlier by the clock of the markets. */
export const bringTermsForward = async ({ clock, database, markets }: Deps): Promise<void> => {
  const brought = await transact(database.db, async (tx) => {
    const listed: ListedTerms[] = []
    for (const { businessMs, ...announced } of await listAnnouncedTerms(tx, clock.now())) {
      const fromMs = Math.max(clock.now(), businessMs - clock.aheadMs())
      if (fromMs >= announced.fromMs) continue
      await insertTerms(tx, { ...announced, fromMs, businessMs })
      const last = await lockLastTerms(tx, announced.pid)
      if (last !== null) listed.push(last)
    }
    return listed
  })
  markets.followTerms(brought)
}

/** Whether terms differ in anything that an order is agreed on. */
export const areSameTerms = (a: TradingTerms, b: TradingTerms): boolean =>
  a.lot === b.lot &&
  a.feeRatePpm === b.feeRatePpm &&
  a.leverages.join() === b.leverages.join() &&
  a.expiryMinutes.join() === b.expiryMinutes.join() &&
  a.payoutPercents.join() === b.payoutPercents.join()

/** The terms of a product, without what is not agreed on. */
export const termsChoiceOf = ({
  lot,
  leverages,
  feeRatePpm,
  expiryMinutes,
  payoutPercents,
}: Omit<Product, 'pid' | 'symbol' | 'kind'>): TradingTerms => ({
  lot,
  leverages,
  feeRatePpm,
  expiryMinutes,
  payoutPercents,
})
