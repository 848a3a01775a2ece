import { changeScale, formatChange } from '@glasshouse/core/alerts/rules'
import { dayChange } from '@glasshouse/core/markets/candles'
import { formatDecimal, formatPrice } from '@glasshouse/core/money/units'
import { postNotices } from '../../customers/notices/index.ts'
import type { NewNotice } from '../../notifications/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { deleteAlerts } from '../store.ts'
import type { ReachedAlert } from './books.ts'

/**
 * Deletes reached alerts and posts their notices, in one transaction: an alert that its customer has removed posts
 * nothing, and none posts twice.
 */
export const fireAlerts = (
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  reached: readonly ReachedAlert[],
  symbolOf: (pid: number) => string,
): Promise<void> =>
  transact(database.db, async (tx) => {
    const open = await deleteAlerts(
      tx,
      reached.map(({ alert }) => alert.id),
    )
    const fired = reached.filter(({ alert }) => open.has(alert.id))
    await postNotices(
      tx,
      clock,
      fired.map((one) => noticeOf(one, symbolOf(one.alert.pid))),
    )
  })

const noticeOf = ({ alert, by }: ReachedAlert, symbol: string): NewNotice => {
  const { uid, id, side } = alert
  const about = { uid, key: String(id) }
  const price = by.kind === 'tick' ? by.tick.price : by.price
  const params = { symbol, side, last: formatPrice(price) }
  const at = by.kind === 'tick' ? by.tick.sourceTimeMs : by.openMs
  if (alert.measure === 'price') {
    const own = { ...params, price: formatPrice(alert.level), at }
    return by.kind === 'tick'
      ? { ...about, kind: 'priceAlertReached', params: { ...own, tick: by.tick.n } }
      : { ...about, kind: 'priceAlertMissed', params: own }
  }
  if (by.open === null)
    throw new Error('a change in 24 hours was reached without the price of 24 hours before')
  const own = {
    ...params,
    percent: formatChange(alert.level),
    change: formatDecimal(dayChange(price, by.open), changeScale),
    open: formatPrice(by.open),
    at,
  }
  return by.kind === 'tick'
    ? { ...about, kind: 'changeAlertReached', params: { ...own, tick: by.tick.n } }
    : { ...about, kind: 'changeAlertMissed', params: own }
}
