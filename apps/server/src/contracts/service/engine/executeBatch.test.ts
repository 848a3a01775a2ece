import { applyPosition, zeroExposure } from '@glasshouse/core/contracts/exposure'
import type { CancelReason } from '@glasshouse/core/contracts/order'
import { openPositions } from '@glasshouse/core/contracts/valuation'
import { accountName } from '@glasshouse/core/ledger/chart'
import { price, quantity, usdt } from '@glasshouse/core/money/units'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { describe, expect, it } from 'vitest'
import type { OrderRow } from '../../schema.ts'
import { accountKeyOf, accountOf, type Batch } from '../batch/batch.ts'
import { captureMarkets } from '../markets.ts'
import { executeTrigger, type FiredTrigger } from './executeBatch.ts'
import { orderRow, walletOf } from './liveOrders.fixture.ts'

const row = orderRow
const pending = (id: number, change: Partial<OrderRow> = {}) =>
  row(id, { state: 'resting', opened_ms: null, hold: usdt('65.325'), ...change })

/** One wallet with these orders in a rich house, before a batch is decided; `wallet` reads it as it is then. */
const batchOf = (
  free: string,
  orders: readonly OrderRow[],
  house: {
    readonly trading?: string
    readonly insurance?: string
    readonly bonus?: string
    readonly forbidden?: readonly (readonly [number, CancelReason])[]
  } = {},
) => {
  const wallet = walletOf(free, orders)
  const open = openPositions(wallet)
  const batch: Batch = {
    now: 5,
    part: null,
    forbidden: new Map(house.forbidden ?? []),
    wallets: new Map([[accountKeyOf(wallet), wallet]]),
    owners: new Map([[7, { bonus: usdt(house.bonus ?? '0'), committed: new Map() }]]),
    house: {
      trading: usdt(house.trading ?? '1000000'),
      insurance: usdt(house.insurance ?? '1000'),
      debt: usdt('0'),
      others: null,
      exposures: new Map([[1, open.reduce((sum, one) => applyPosition(sum, one, 'add'), zeroExposure)]]),
    },
    limits: null,
    moved: new Map(),
    changed: new Map(),
    transactions: [],
    events: [],
    ticks: new Set(),
    facts: [],
    writes: [],
    added: new Map(),
    numbers: [],
    transactionIds: [],
    copying: null,
    leadActions: [],
    copies: [],
    book: new Map(),
  }
  return {
    batch,
    wallet: () => ({ ...accountOf(batch, wallet), credit: batch.owners.get(7) }),
  }
}
/** What comes of a trigger in a batch. */
const evaluateTrigger = (batch: Batch, fired: FiredTrigger): 'done' | 'waits' =>
  executeTrigger(batch, fired) ? 'waits' : 'done'
const due = (bid: string, ask: string, kind: FiredTrigger['kind'], orderId: number): FiredTrigger => {
  const markets = fixedMarkets()
  markets.set('BTCUSDT', bid, ask)
  return { uid: 7, wallet: 'contract', kind, orderId, at: captureMarkets(markets) }
}
const causes = ({ transactions }: Batch) => transactions.map(({ cause }) => `${cause.kind} ${cause.id}`)
/** What the transactions of a batch leave in every account, as a check of what the state says. */
const sums = ({ transactions }: Batch): ReadonlyMap<string, bigint> => {
  const found = new Map<string, bigint>()
  for (const { from, to, amount } of transactions.flatMap(({ transfers }) => transfers)) {
    found.set(accountName(from), (found.get(accountName(from)) ?? 0n) - amount)
    found.set(accountName(to), (found.get(accountName(to)) ?? 0n) + amount)
  }
  return found
}

describe('what a tick fired', () => {
  it('is left alone when the row says that it is over or was moved away', () => {
    const stopped = row(1, { stop_loss_price: price('60000') })
    for (const [orders, fired] of [
      [[], due('64000', '64000.01', 'loss', 1)],
      [[row(1)], due('64000', '64000.01', 'loss', 1)],
      [[stopped], due('64000', '64000.01', 'loss', 1)],
      [[stopped], due('64000', '64000.01', 'limit', 1)],
      [[pending(1)], due('65000', '65000.01', 'limit', 1)],
      [[row(1)], due('65000', '65000.01', 'closeOut', 0)],
    ] as const) {
      const { batch } = batchOf('100', orders)
      expect(evaluateTrigger(batch, fired)).toBe('done')
      expect(batch.changed.size + batch.transactions.length + batch.events.length).toBe(0)
    }
  })

  it('opens a pending order at the better price and gives back what it held too much', () => {
    const { batch, wallet } = batchOf('0', [pending(1)])
    expect(evaluateTrigger(batch, due('63999.99', '64000', 'limit', 1))).toBe('done')
    expect(wallet()).toMatchObject({ free: usdt('1.005'), margin: usdt('64'), hold: 0n })
    expect(batch.changed.get(1)).toMatchObject({
      state: 'open',
      open_price: price('64000'),
      open_fee: usdt('0.32'),
    })
    expect(batch.moved.get(1)).toMatchObject({ longQuantity: quantity('0.01') })
    expect(sums(batch).get('customer/7/contractHold/USDT')).toBe(-usdt('65.325'))
    expect(sums(batch).get('house/contractFees/USDT')).toBe(usdt('0.32'))
  })

  it('lets bonus credit pay the fee of a pending order', () => {
    const { batch, wallet } = batchOf('0', [pending(1)], { bonus: '0.2' })
    evaluateTrigger(batch, due('64999.99', '65000', 'limit', 1))
    expect(wallet()).toMatchObject({ free: usdt('0.2'), credit: { bonus: 0n } })
  })

  it('cancels a pending order that the trading reserve does not cover', () => {
    const { batch, wallet } = batchOf('0', [pending(1)], { trading: '100' })
    expect(evaluateTrigger(batch, due('64999.99', '65000', 'limit', 1))).toBe('done')
    expect(wallet()).toMatchObject({ free: usdt('65.325'), hold: 0n })
    expect(batch.events).toMatchObject([{ kind: 'revoked', rule: 'revokedNoReserve' }])
  })

  it('cancels a pending order that may not be opened any more, and no other', () => {
    const { batch, wallet } = batchOf('0', [pending(1), pending(2)], { forbidden: [[1, 'revokedOwnLimit']] })
    for (const id of [1, 2])
      expect(evaluateTrigger(batch, due('64999.99', '65000', 'limit', id))).toBe('done')
    expect(batch.changed.get(1)).toMatchObject({ state: 'cancelled', hold: 0n })
    expect(batch.changed.get(2)).toMatchObject({ state: 'open' })
    expect(batch.events[0]).toMatchObject({ order_id: 1, kind: 'revoked', rule: 'revokedOwnLimit' })
    expect(wallet().hold).toBe(0n)
  })

  it('pays a profit beyond the trading reserve from the fund and owes the rest', () => {
    const { batch, wallet } = batchOf('10', [row(1, { target_profit_price: price('70000') })], {
      trading: '30',
      insurance: '15',
    })
    expect(evaluateTrigger(batch, due('70000', '70000.01', 'profit', 1))).toBe('done')
    // 10 + 65 of margin + 50 of profit − 0.35 of fee.
    expect(wallet()).toMatchObject({ free: usdt('124.65'), margin: 0n })
    expect(batch.house).toMatchObject({ trading: 0n, insurance: 0n, debt: usdt('5') })
    expect(sums(batch).get('outside/houseDebt/USDT')).toBe(-usdt('5'))
    expect(batch.events).toMatchObject([{ insured_profit: usdt('15'), owed: usdt('5') }])
  })
})

describe('a loss beyond the wallet', () => {
  it('takes the margin of the others, then the fund pays what is left of loss and fee', () => {
    const { batch, wallet } = batchOf('0', [row(1, { stop_loss_price: price('60000') }), row(2)])
    expect(evaluateTrigger(batch, due('50000', '50000.01', 'loss', 1))).toBe('done')
    // 150 lost and 0.25 of fee; 65 of its own and 65 of the other one are there.
    expect(wallet()).toMatchObject({ free: 0n, margin: 0n })
    expect(batch.house.insurance).toBe(usdt('1000') - usdt('20.25'))
    expect(batch.changed.get(2)).toMatchObject({ state: 'open', margin: 0n })
    expect(sums(batch).get('house/trading/USDT')).toBe(usdt('150'))
  })

  it('cancels the pending first and closes what earns, so that the fund keeps its money', () => {
    const { batch, wallet } = batchOf('0', [
      row(1, { stop_loss_price: price('60000') }),
      row(2, { side: 'short' }),
      pending(3, { open_price: price('10000') }),
    ])
    expect(evaluateTrigger(batch, due('45000', '45000', 'loss', 1))).toBe('done')
    expect(causes(batch)).toEqual(['contractRevoked 3', 'contractClosed 2', 'contractClosed 1'])
    expect(batch.changed.get(2)).toMatchObject({ close_reason: 'liquidation', profit: usdt('200') })
    // Before the hold was given up, 195.325 were there: 200 lost at these prices and 200 gained.
    expect(batch.events[1]).toMatchObject({
      order_id: 2,
      account: { balance: '195.325', margin: '130', profit: '0', forOrder: 1 },
    })
    expect(batch.house.insurance).toBe(usdt('1000'))
    // 65 + 65 of margin, 65.325 held, 200 gained, 200 lost, two fees of 0.225.
    expect(wallet().free).toBe(usdt('194.875'))
  })

  it('closes also when the fund is empty, and at nothing where the margin is gone', () => {
    const { batch, wallet } = batchOf('0', [row(1)], { insurance: '0' })
    expect(evaluateTrigger(batch, due('50000', '50000.01', 'closeOut', 0))).toBe('done')
    expect(wallet()).toMatchObject({ free: 0n, margin: 0n })
    const account = { balance: '65', margin: '65', profit: '-150', forOrder: null }
    expect(batch.events).toMatchObject([{ rule: 'closeOutSellAtBid', account }])
    const broke = batchOf('0', [row(1, { margin: usdt('0') })], { insurance: '0' })
    expect(evaluateTrigger(broke.batch, due('50000', '50000.01', 'closeOut', 0))).toBe('done')
    expect(broke.batch.changed.get(1)).toMatchObject({ state: 'closed', profit: usdt('-150') })
    expect(broke.batch.events).toMatchObject([{ kind: 'closed', margin: 0n, transaction: null }])
    expect(broke.batch.transactions).toEqual([])
  })

  it('of one position after the other leaves every account where the transactions say', () => {
    const orders = [
      row(1),
      row(2, { lots: 5 }),
      row(3, { side: 'short' }),
      pending(4, { open_price: price('9') }),
    ]
    const { batch, wallet } = batchOf('3', orders)
    expect(evaluateTrigger(batch, due('20000', '20000.01', 'closeOut', 0))).toBe('done')
    const change = (purpose: string) => sums(batch).get(`customer/7/${purpose}/USDT`) ?? 0n
    expect(wallet().free).toBe(usdt('3') + change('contract'))
    expect(wallet().margin).toBe(usdt('195') + change('contractMargin'))
    expect(wallet().hold).toBe(usdt('65.325') + change('contractHold'))
    expect(batch.house.trading).toBe(usdt('1000000') + (sums(batch).get('house/trading/USDT') ?? 0n))
    expect(batch.house.insurance).toBe(usdt('1000') + (sums(batch).get('house/insurance/USDT') ?? 0n))
    expect([...sums(batch).values()].reduce((sum, one) => sum + one, 0n)).toBe(0n)
  })
})
