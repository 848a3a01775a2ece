import {
  type AlertLevel,
  type AlertSide,
  changeLevel,
  changeScale,
  formatChange,
  formatLevel,
  isReachedByTick,
  maxAlerts,
  maxChange,
  validateAlert,
} from '@glasshouse/core/alerts/rules'
import type { AlertRow } from '@glasshouse/core/alerts/wire'
import { domainError } from '@glasshouse/core/errors/registry'
import { dayChange } from '@glasshouse/core/markets/candles'
import { formatDecimal, formatPrice, type Price } from '@glasshouse/core/money/units'
import type { Markets } from '../../markets/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { startPeriodicJob } from '../../platform/time/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import type { JudgedMark, StoredAlert } from '../schema.ts'
import {
  deleteAlertOf,
  insertAlert,
  listAlertsAfter,
  listAlertsOf,
  listMarks,
  lockAlertsOf,
  upsertMarks,
} from '../store.ts'
import { createAlertBooks, type Reach, type ReachedAlert, rememberDayOpen } from './books.ts'
import { fireAlerts } from './fire.ts'
import { judgePast } from './past.ts'

export type AlertDeps = Pick<Platform, 'clock' | 'database' | 'log'> & {
  readonly markets: Pick<
    Markets,
    'products' | 'product' | 'productNamed' | 'inForce' | 'onTick' | 'ticksBetween' | 'candles' | 'dayOpen'
  >
}

type AddAlertCommand = {
  readonly pid: number
  readonly side: AlertSide
  /** Null where it waits for a change. */
  readonly price: Price | null
  /** Size of a change in 24 hours in hundredths of a percent; null where it waits for a price. */
  readonly percent: bigint | null
}

/** Price alerts while the server runs. */
export type Alerts = {
  /**
   * Sets an alert.
   *
   * @throws invalidField (`field` price) neither price nor percent is given, or both
   * @throws notFound there is no such market
   * @throws notTradable the market has no current price, or none of 24 hours before
   * @throws outOfRange (`field` price, `last`) the price is zero, or the last price has reached it
   * @throws outOfRange (`field` percent, `max`, `last`) the same of a change, or it is larger than `max`
   * @throws tooManyOrders (`max`) so many are open
   */
  readonly add: (uid: number, command: AddAlertCommand) => Promise<AlertRow>
  /** Removes an open alert. @throws notFound it is none of the customer's */
  readonly remove: (uid: number, id: number) => Promise<void>
  /** Posts what was reached so far, and moves the marks. */
  readonly settle: () => Promise<void>
  readonly close: () => Promise<void>
}

const alertsAtOnce = 1000
const firedAtOnce = 200
const everyMs = 5000
const retryMs = 1000

const rowOf = (alert: StoredAlert, symbol: string): AlertRow => ({
  ...{ id: alert.id, pid: alert.pid, symbol, side: alert.side },
  ...formatLevel(alert),
  time: alert.created_ms,
})

const levelOf = ({ side, price, percent }: AddAlertCommand): AlertLevel => {
  if (price !== null && percent === null) return { side, measure: 'price', level: price }
  if (price === null && percent !== null)
    return { side, measure: 'change', level: changeLevel(side, percent) }
  throw domainError('invalidField', { field: 'price' })
}

const assertLevel = (alert: AlertLevel, last: Price, open: Price | null): void => {
  const problem = validateAlert(alert, last, open)
  if (problem === null) return
  if (problem === 'unknown' || (alert.measure === 'change' && open === null)) throw domainError('notTradable')
  const data =
    alert.measure === 'price' || open === null
      ? { field: 'price', last: formatPrice(last) }
      : {
          field: 'percent',
          max: formatChange(maxChange[alert.side]),
          last: formatDecimal(dayChange(last, open), changeScale),
        }
  throw domainError('outOfRange', data)
}

/** Open alerts of a customer, newest first. */
export const listAlerts = async (
  db: Db,
  markets: Pick<Markets, 'product'>,
  uid: number,
): Promise<AlertRow[]> =>
  (await listAlertsOf(db, uid)).map((alert) => rowOf(alert, markets.product(alert.pid)?.symbol ?? ''))

/**
 * Opens the price alerts: judges what passed while no one listened, then every tick. A tick costs two comparisons and no
 * query; what it reaches is posted behind it.
 */
export const openAlerts = async (deps: AlertDeps): Promise<Alerts> => {
  const { clock, database, log, markets } = deps
  const { db } = database
  const books = createAlertBooks()
  const marks = new Map<number, JudgedMark>()
  const queue: ReachedAlert[] = []
  let firing: Promise<void> | null = null
  let retry: ReturnType<typeof setTimeout> | null = null
  let isClosed = false
  const dayOpen = rememberDayOpen(markets.dayOpen)
  const symbolOf = (pid: number): string => markets.product(pid)?.symbol ?? ''

  const fireAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, firedAtOnce)
      await fireAlerts(deps, batch, symbolOf)
      queue.splice(0, batch.length)
    }
  }
  const fire = (): Promise<void> => {
    firing ??= fireAll()
      .catch((err: unknown) => {
        log.warn({ err }, 'reached price alerts could not be posted; they are tried again')
        if (isClosed) return
        retry ??= setTimeout(() => {
          retry = null
          void fire()
        }, retryMs).unref()
      })
      .finally(() => {
        firing = null
      })
    return firing
  }
  const post = (reached: readonly ReachedAlert[]): void => {
    if (reached.length === 0) return
    queue.push(...reached)
    void fire()
  }
  /** Marks move only over what is posted, and only where alerts are open. */
  const settle = async (): Promise<void> => {
    const seen = [...marks.values()].filter(({ pid }) => books.has(pid))
    await fire()
    if (queue.length === 0) await upsertMarks(db, seen)
  }

  const numberOf = (symbol: string): number => markets.inForce(symbol)?.tick.n ?? 0
  const alerts = await loadAlerts(db)
  const stored = new Map((await listMarks(db)).map((mark) => [mark.pid, mark]))
  for (const alert of alerts) books.add(alert)
  const heardFrom = new Map(markets.products().map(({ pid, symbol }) => [pid, numberOf(symbol)]))
  const pidOf = new Map(markets.products().map(({ pid, symbol }) => [symbol, pid]))
  const stop = markets.onTick((tick) => {
    const pid = pidOf.get(tick.symbol)
    if (pid === undefined) return
    post(books.judgeTick(pid, tick, dayOpen))
    marks.set(pid, { pid, n: tick.n, received_ms: tick.receivedTimeMs })
  })
  for (const [pid, upTo] of heardFrom) {
    const own = alerts.filter((alert) => alert.pid === pid)
    if (own.length > 0)
      post(await judgePast(markets, books, { pid, upTo, alerts: own, mark: stored.get(pid) }))
  }
  const job = startPeriodicJob(
    {
      ...{ everyMs, firstAfterMs: everyMs },
      onFailure: (err) =>
        log.warn({ err }, 'marks of price alerts could not be stored; the next round tries again'),
    },
    settle,
  )

  return {
    add: async (uid, command) => {
      const level = levelOf(command)
      const { pid } = command
      const product = markets.product(pid)
      if (product === null) throw domainError('notFound')
      const current = markets.inForce(product.symbol)
      if (current === null || current.lastStale) throw domainError('notTradable')
      const { n, price: last, receivedTimeMs } = current.tick
      assertLevel(level, last, dayOpen(pid, receivedTimeMs))
      const judged = { ...level, afterN: n, createdMs: clock.now() }
      // Ticks between the insertion and its commit are judged here: the alert is in no book yet.
      let meanwhile: Reach | null = null
      const stopListening = markets.onTick((tick) => {
        if (tick.symbol !== product.symbol) return
        const open = dayOpen(pid, tick.receivedTimeMs)
        if (isReachedByTick(judged, tick, open)) meanwhile ??= { kind: 'tick', tick, open }
      })
      try {
        const alert = await transact(db, async (tx) => {
          await lockAlertsOf(tx, uid)
          if ((await listAlertsOf(tx, uid)).length >= maxAlerts)
            throw domainError('tooManyOrders', { max: maxAlerts })
          return insertAlert(tx, { uid, pid, ...level, after_n: n, created_ms: judged.createdMs })
        })
        if (meanwhile === null) books.add(alert)
        else post([{ alert, by: meanwhile }])
        return rowOf(alert, product.symbol)
      } finally {
        stopListening()
      }
    },
    remove: async (uid, id) => {
      const alert = await deleteAlertOf(db, uid, id)
      if (alert === undefined) throw domainError('notFound')
      books.remove(alert)
    },
    settle,
    close: async () => {
      isClosed = true
      stop()
      await job.close()
      if (retry !== null) clearTimeout(retry)
      // The next start judges again from the marks that are stored.
      await settle().catch((err: unknown) =>
        log.warn({ err }, 'marks of price alerts were not stored at the stop'),
      )
    },
  }
}

const loadAlerts = async (db: Db): Promise<readonly StoredAlert[]> => {
  const all: StoredAlert[] = []
  for (;;) {
    const page = await listAlertsAfter(db, all.at(-1)?.id ?? 0, alertsAtOnce)
    all.push(...page)
    if (page.length < alertsAtOnce) return all
  }
}
