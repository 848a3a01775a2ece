import { formatPrice } from '@glasshouse/core/money/units'
import { postNotices } from '../../identity/index.ts'
import type { NewNotice } from '../../notifications/index.ts'
import { type Platform, transact } from '../../platform/index.ts'
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
  const params = { symbol, side, price: formatPrice(alert.price) }
  return by.kind === 'tick'
    ? {
        ...about,
        kind: 'priceAlertReached',
        params: {
          ...params,
          last: formatPrice(by.tick.price),
          tick: by.tick.n,
          at: by.tick.sourceTimeMs,
        },
      }
    : {
        ...about,
        kind: 'priceAlertMissed',
        params: { ...params, last: formatPrice(by.price), at: by.openMs },
      }
}
