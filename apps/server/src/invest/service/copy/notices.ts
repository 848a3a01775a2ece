import type { CopyExit, ExitReason } from '@glasshouse/core/invest/copy/dealing'
import { formatUnitPrice } from '@glasshouse/core/invest/orders/codec'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { postNotices } from '../../../customers/notices/index.ts'
import type { NewNotice } from '../../../notifications/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import type { OrderRow } from '../../schema.ts'
import type { CopyOrderRow } from '../../store/copy/orders.ts'
import type { DealingRecord } from './dealingRecord.ts'

const kindOf = {
  period: 'copyLeft',
  now: 'copyLeft',
  stopLoss: 'copyStopLoss',
  stopped: 'copyPaidOut',
  worthless: 'copyPaidOut',
} as const satisfies Readonly<Record<ExitReason, string>>

const about = ({ id, product_name }: OrderRow) => ({ id, product: product_name })

const exitNotice = (exit: CopyExit, { order, copy }: CopyOrderRow, feeNow: bigint): NewNotice => ({
  uid: order.uid,
  key: String(order.id),
  kind: kindOf[exit.reason],
  params: {
    ...about(order),
    payout: exit.paid,
    profit: exit.paid - order.principal,
    fee: copy.fees_paid + feeNow + exit.levy,
  },
})

/** Tells every customer whose order entered, left or was refunded at a dealing. */
export const postDealingNotices = async (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  { orders, dealing }: DealingRecord,
): Promise<void> => {
  const known = new Map(orders.map((row) => [row.order.id, row]))
  const fees = new Map(dealing.fees.map(({ id, paid }) => [id, paid]))
  const staying = new Map(dealing.pool.orders.map((order) => [order.id, order]))
  const of = <T extends { readonly id: number }>(
    list: readonly T[],
    notice: (one: T, row: CopyOrderRow) => NewNotice,
  ): readonly NewNotice[] =>
    list.flatMap((one) => {
      const row = known.get(one.id)
      return row === undefined ? [] : [notice(one, row)]
    })
  await postNotices(tx, clock, [
    ...of(dealing.entries, ({ id, money, units }, { order }) => ({
      uid: order.uid,
      key: String(id),
      kind: 'copyEntered' as const,
      params: {
        ...about(order),
        amount: money,
        units: formatUsdt(units),
        price: formatUnitPrice(dealing.prices.entry),
        ends: staying.get(id)?.periodEndMs ?? order.ends_ms,
      },
    })),
    ...of(dealing.exits, (exit, row) => exitNotice(exit, row, fees.get(exit.id) ?? usdt('0'))),
    ...of(dealing.refunds, ({ id, money }, { order }) => ({
      uid: order.uid,
      key: String(id),
      kind: 'copyRefunded' as const,
      params: { ...about(order), payout: money },
    })),
  ])
}

/** Notifies every customer with an order in a pool that copying has ended and when they are paid. */
export const postEndingNotices = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  orders: readonly CopyOrderRow[],
): Promise<void> =>
  postNotices(
    tx,
    clock,
    orders.map(({ order }) => ({
      uid: order.uid,
      key: String(order.id),
      kind: 'copyEnding' as const,
      params: about(order),
    })),
  )

/** Notifies every customer with an order of a lead that the risk score has reached the level at which no one new may copy. */
export const postRiskNotices = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  orders: readonly CopyOrderRow[],
  at: { readonly day: number; readonly score: number },
): Promise<void> =>
  postNotices(
    tx,
    clock,
    orders.map(({ order }) => ({
      uid: order.uid,
      key: `${order.id}:${at.day}`,
      kind: 'copyRisk' as const,
      params: { ...about(order), score: at.score },
    })),
  )

/** Tells the customers whose periods end within four days, each once for a period. */
export const postPeriodNotices = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  orders: readonly CopyOrderRow[],
): Promise<void> =>
  postNotices(
    tx,
    clock,
    orders.flatMap(({ order, copy }) =>
      copy.period_end_ms === null
        ? []
        : [
            {
              uid: order.uid,
              key: `${order.id}:${copy.period_end_ms}`,
              kind: 'copyPeriod' as const,
              params: { ...about(order), ends: copy.period_end_ms },
            },
          ],
    ),
  )
