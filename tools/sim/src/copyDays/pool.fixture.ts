import type { PositionSide } from '@glasshouse/core/contracts/rules'
import type { CopyOrder, CopyRequest, Pool } from '@glasshouse/core/invest/copy/dealing'
import type { DealingMarkets } from '@glasshouse/core/invest/copy/reduction'
import type { PoolPosition, PoolUnits, UnitPrice } from '@glasshouse/core/invest/copy/units'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import type { CopyStage } from '@glasshouse/testkit/copying'
import { sql } from 'kysely'

// What the tables say, read without a line of the product.

type OrderTable = {
  id: number
  uid: number
  state: string
  principal: bigint
  created_ms: number
  days: number
  payout: bigint
  lead_fee_ppm: number
  exit_levy_ppm: number
  stop_loss_percent: number
  units: bigint
  high_water_mark: bigint | null
  period_end_ms: number | null
  exit_mode: 'period' | 'now' | null
  leaves_ms: number | null
}

/** Copy orders of a product by id, ended ones too. */
export const ordersIn = async ({ database }: CopyStage, product: number): Promise<readonly OrderTable[]> =>
  (
    await sql<OrderTable>`
      select o.id, o.uid, o.state, o.principal, o.created_ms, o.days, o.payout, c.lead_fee_ppm, c.exit_levy_ppm,
        c.stop_loss_percent, c.units, c.high_water_mark, c.period_end_ms, c.exit_mode, c.leaves_ms
      from invest_order o join invest_copy c on c.order_id = o.id where o.product_id = ${product} order by o.id`.execute(
      database.db,
    )
  ).rows

/** Total of the contract wallet of a pool. */
export const balanceIn = async ({ database }: CopyStage, account: number): Promise<bigint> =>
  (
    await sql<{ sum: bigint }>`
      select coalesce(sum(balance), 0) as sum from ledger_account
      where owner = 'customer' and owner_id = ${account} and purpose in ('contract', 'contractMargin', 'contractHold')`.execute(
      database.db,
    )
  ).rows[0]?.sum ?? 0n

/** The row of a pool. */
export const poolIn = async ({ database }: CopyStage, product: number) => {
  const { rows } = await sql<{ account: number; highest: bigint; stopped_ms: number | null; units: bigint }>`
    select account, highest, stopped_ms, units from invest_pool where product_id = ${product}`.execute(
    database.db,
  )
  const [row] = rows
  if (row === undefined) throw new Error(`product ${product} has no pool`)
  return row
}

/**
 * What a pool should have copied and has not: positions whose order the lead has closed, and orders of the lead since the pool
 * was opened that are neither copied nor said to be skipped.
 */
export const missedIn = async ({ database }: CopyStage, account: number): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from contracts_order c join contracts_order l on l.id = c.copy_of
    where c.uid = ${account} and c.state = 'open' and l.state <> 'open'
    union all
    select l.id from contracts_order l join contracts_pool p on p.lead_uid = l.uid
    where p.account = ${account} and p.state = 'copying' and l.wallet = 'contract2' and l.state = 'open'
      and l.opened_ms >= p.opened_ms
      and not exists (
        select from contracts_copy k where k.account = p.account and k.lead_order = l.id and k.kind in ('open', 'skip')
      )`.execute(database.db)
  return rows.map(({ id }) => id)
}

const positionsIn = async ({ database }: CopyStage, account: number): Promise<readonly PoolPosition[]> => {
  const { rows } = await sql<{
    id: number
    pid: number
    side: PositionSide
    quantity: bigint
    open_price: bigint
    lots: number
    leverage: number
    margin: bigint
    open_fee: bigint
    fee_rate_ppm: number
  }>`select * from contracts_order where uid = ${account} and state = 'open' order by id`.execute(database.db)
  return rows.map((row) => ({
    id: row.id,
    pid: row.pid,
    side: row.side,
    quantity: row.quantity as Quantity,
    openPrice: row.open_price as Price,
    lots: row.lots,
    leverage: row.leverage,
    margin: row.margin as Usdt,
    openFee: row.open_fee as Usdt,
    feeRatePpm: row.fee_rate_ppm,
  }))
}

const termsOf = (row: OrderTable) => ({
  periodDays: row.days,
  leadFeePpm: row.lead_fee_ppm,
  exitLevyPpm: row.exit_levy_ppm,
  stopLossPercent: row.stop_loss_percent,
})

/** A pool as the tables hold it before a dealing. */
export const readPool = async (stage: CopyStage, product: number): Promise<Pool> => {
  const row = await poolIn(stage, product)
  const orders = await ordersIn(stage, product)
  return {
    balance: (await balanceIn(stage, row.account)) as Usdt,
    positions: await positionsIn(stage, row.account),
    orders: orders
      .filter(({ state }) => state === 'running')
      .map(
        (order): CopyOrder => ({
          id: order.id,
          money: order.principal as Usdt,
          units: order.units as PoolUnits,
          highWaterMark: (order.high_water_mark ?? 0n) as UnitPrice,
          periodEndMs: order.period_end_ms ?? 0,
          exit:
            order.exit_mode === null || order.leaves_ms === null
              ? null
              : { mode: order.exit_mode, leavesMs: order.leaves_ms },
          terms: termsOf(order),
        }),
      ),
    requests: orders
      .filter(({ state }) => state === 'waiting')
      .map(
        (order): CopyRequest => ({
          id: order.id,
          money: order.principal as Usdt,
          requestedAtMs: order.created_ms,
          terms: termsOf(order),
        }),
      ),
    highest: row.highest as UnitPrice,
    isStopped: row.stopped_ms !== null,
  }
}

/** The prices that are set on the stage, and the lots of its markets. */
export const marketsOf = ({ markets }: CopyStage): DealingMarkets => {
  const products = markets.products()
  return {
    prices: new Map(
      products.flatMap(({ pid, symbol }) => {
        const inForce = markets.inForce(symbol)
        return inForce === null ? [] : [[pid, inForce.tick] as const]
      }),
    ),
    lots: new Map(products.map(({ pid, lot, minLots, stepLots }) => [pid, { lot, minLots, stepLots }])),
  }
}
