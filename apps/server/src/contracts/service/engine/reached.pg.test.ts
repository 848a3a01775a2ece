import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, usdt } from '@glasshouse/core/money/units'
import type { WalletPair } from '@glasshouse/core/wallets/rules'
import { caseStride, longIt, someCases } from '@glasshouse/testkit/cases'
import { freezeConnections } from '@glasshouse/testkit/connectionFreeze'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { patientLimits } from '@glasshouse/testkit/patientLimits'
import { seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCustomer } from '../../../identity/index.ts'
import { postSingle } from '../../../ledger/posting/index.ts'
import { openDatabase } from '../../../platform/database/index.ts'
import { createLog } from '../../../platform/telemetry/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { type MaxTransferOut, transferBetweenWallets } from '../../../wallets/index.fixture.ts'
import { cancelOrder, maxTransferOutOf, openEngine, setTpSl, settleWallet } from '../../index.fixture.ts'
import { closePosition, type Engine, orderReceipt, placeOrder } from '../../index.ts'
import type { ContractDeps } from '../deps.ts'

let stage: ContractFixture
const engines: { readonly close: () => Promise<void> }[] = []
beforeEach(async () => {
  stage = await contractFixture({ trading: '100000000', insurance: '100000' })
})
afterEach(async () => {
  for (const { close } of engines.splice(0)) await close()
  expect(await stage.broken()).toEqual({})
  await stage.database.drop()
})

/** An engine with connections of its own, which can stand still as those of a killed process do. */
const startEngine = async () => {
  const database = openDatabase(stage.database.url, 4, patientLimits)
  const connections = freezeConnections(database)
  const engine = await openEngine({ ...stage, database, log: createLog('silent') })
  const close = async () => {
    connections.thaw()
    await engine.close()
    await database.close()
  }
  engines.push({ close })
  return { engine, ...connections }
}
const withEngine = (engine: Engine): ContractDeps => ({ ...stage, engine })

const uid = 7
const set = (bid: string, ask: string) => stage.markets.set('BTCUSDT', bid, ask)
type OrderOverrides = Partial<Parameters<typeof placeOrder>[2]>
const place = (deps: ContractDeps, over: OrderOverrides = {}, owner = uid) =>
  placeOrder(
    deps,
    { uid: owner },
    {
      ...plainOrder,
      leverage: 20,
      price: price('65000'),
      pid: 1,
      lots: 1,
      kind: 'limit',
      side: 'long',
      ...over,
    },
  )
const atMarket = { kind: 'market', price: price('65850') } as const
const rowOf = async (id: number) => {
  const { rows } = await sql<{ state: string; open: bigint; close: bigint | null; reason: string | null }>`
    select state, open_price as open, close_price as close, close_reason as reason
    from contracts_order where id = ${id}`.execute(stage.database.db)
  return rows[0]
}
const outcome = (command: Promise<unknown>): Promise<string> =>
  command.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
const backlog = async (deps: ContractDeps, wallets: number, each: number): Promise<void> => {
  for (let owner = 100; owner < 100 + wallets; owner += 1) {
    await stage.give(owner, '100000')
    await Promise.all(Array.from({ length: each }, () => place(deps, {}, owner)))
  }
}

describe('an order that a tick has reached is decided', () => {
  it('however long the queue before it is, and whatever the market does afterwards', async () => {
    const { engine } = await startEngine()
    const deps = withEngine(engine)
    await stage.give(uid, '100000')
    await backlog(deps, Math.ceil(6 / caseStride()), 100)
    const mine = await place(deps, { lots: 100 })
    await engine.settled()
    set('64999.99', '65000')
    set('64500', '64500.01')
    expect(await outcome(cancelOrder(deps, { uid }, mine.id))).toBe('invalidState')
    expect(await rowOf(mine.id)).toMatchObject({ state: 'open', open: price('65000') })
  })

  longIt('stops cannot be moved nor the position closed at another price', async () => {
    const { engine } = await startEngine()
    const deps = withEngine(engine)
    await stage.give(uid, '100000')
    await backlog(deps, 3, 100)
    const moved = await place(deps, { ...atMarket, stopLoss: price('65000') })
    const closed = await place(deps, { ...atMarket, stopLoss: price('65000') })
    await engine.settled()
    set('64999.99', '65000')
    set('65900', '65900.01')
    const results = await Promise.all([
      outcome(
        setTpSl(deps, { uid }, { id: moved.id, stops: { stopLoss: price('60000'), takeProfit: null } }),
      ),
      outcome(closePosition(deps, { uid }, { id: closed.id, lots: null })),
    ])
    expect(results).toEqual(['invalidState', 'invalidState'])
    for (const { id } of [moved, closed])
      expect(await rowOf(id)).toMatchObject({ state: 'closed', close: price('64999.99'), reason: 'loss' })
  })

  longIt('a wallet whose close-out was reached is not closed by its customer at a better price', async () => {
    const { engine } = await startEngine()
    const deps = withEngine(engine)
    await stage.give(uid, '40')
    await backlog(deps, 3, 100)
    const mine = await place(deps, { ...atMarket, lots: 10 })
    await engine.settled()
    set('63000', '63000.01')
    set('66000', '66000.01')
    expect(await outcome(closePosition(deps, { uid }, { id: mine.id, lots: null }))).toBe('invalidState')
    expect(await rowOf(mine.id)).toMatchObject({
      state: 'closed',
      close: price('63000'),
      reason: 'liquidation',
    })
  })

  it('also when its command was answered and the engine has not armed it yet', async () => {
    const { engine } = await startEngine()
    const deps = withEngine(engine)
    await stage.give(uid, '100000')
    await engine.settled()
    const mine = await place(deps)
    set('64999.99', '65000')
    set('64500', '64500.01')
    expect(await outcome(cancelOrder(deps, { uid }, mine.id))).toBe('invalidState')
    expect(await rowOf(mine.id)).toMatchObject({ state: 'open', open: price('65000') })
  })

  it('one that no tick has reached is cancelled at once, and the receipt names the newest tick heard', async () => {
    const { engine } = await startEngine()
    const deps = withEngine(engine)
    await stage.give(uid, '100000')
    const mine = await place(deps)
    set('65100', '65100.01')
    const cancelling = outcome(cancelOrder(deps, { uid }, mine.id))
    const named = stage.markets.inForce('BTCUSDT')?.tick
    set('64000', '64000.01')
    // Heard after the request came: either of the two may be first, and the receipt tells which.
    const cancelled = (await cancelling) === 'done'
    await engine.settled()
    const { events } = await orderReceipt(deps, { uid }, mine.id)
    expect(await rowOf(mine.id)).toMatchObject({ state: cancelled ? 'cancelled' : 'open' })
    if (cancelled) expect(events.at(-1)?.tick).toMatchObject({ n: named?.n, hash: named?.hash })
    const quiet = await place(deps, { price: price('50000') })
    await cancelOrder(deps, { uid }, quiet.id)
    const receipt = await orderReceipt(deps, { uid }, quiet.id)
    const newest = stage.markets.inForce('BTCUSDT')?.tick
    expect(receipt.events.at(-1)).toMatchObject({
      kind: 'revoked',
      rule: 'revokedByUser',
      tick: { n: newest?.n, hash: newest?.hash },
    })
    expect(stage.markets.kept).toContain(newest)
  })
})

describe('money of a wallet that a tick has reached', () => {
  const register = (phone: string) =>
    transact(stage.database.db, async (tx) => {
      const addresses = { email: `${phone}@example.com`, phone, proven: ['email', 'phone'] as const }
      const rest = { passwordHash: 'none', referrerUid: 10_000, lang: 'en', registeredMs: 1 } as const
      const owner = await createCustomer(tx, { ...addresses, ...rest })
      const from = external('operatorCapital')
      const deposit = { from, to: customer(owner, 'wallet'), amount: usdt('1000'), type: journal.deposit }
      await postSingle(tx, 1, { cause: { kind: 'test', id: owner }, transfers: [deposit] })
      return owner
    })
  const move = (deps: ContractDeps, owner: number, pair: WalletPair, amount: string) => {
    const settle = (of: number, wallet: ContractWallet) => settleWallet(deps, of, wallet)
    const maxContractTransferOut: MaxTransferOut = (tx, of, wallet) => maxTransferOutOf(stage, tx, of, wallet)
    const wallets = { ...stage, maxContractTransferOut, settleWallet: settle }
    return outcome(transferBetweenWallets(wallets, owner, pair, usdt(amount)))
  }

  it('does not leave, does not come and opens nothing before the close-out that was reached', async () => {
    const { engine } = await startEngine()
    const deps = withEngine(engine)
    const [leaver, saver] = [await register('12025550101'), await register('12025550102')]
    await backlog(deps, 3, 60)
    const longs: { readonly id: number }[] = []
    for (const owner of [leaver, saver, uid]) {
      await stage.give(owner, '40')
      longs.push(await place(deps, { ...atMarket, lots: 10 }, owner))
    }
    await engine.settled()
    set('61960', '61960.01')
    set('72000', '72000.01')
    const short = { ...atMarket, side: 'short', lots: 1, price: price('72000') } as const
    const results = [
      move(deps, leaver, { from: 'contract', to: 'wallet' }, '6'),
      move(deps, saver, { from: 'wallet', to: 'contract' }, '1000'),
      outcome(place(deps, short)),
    ]
    expect(await Promise.all(results)).toEqual(['insufficientBalance', 'done', 'insufficientBalance'])
    for (const { id } of longs)
      expect(await rowOf(id)).toMatchObject({ state: 'closed', close: price('61960'), reason: 'liquidation' })
    expect((await stage.purses(leaver)).at(-1)).toBe(usdt('100000'))
  })
})

describe('a reached order stays decided when the engine dies', () => {
  it('the next one looks at the ticks of the log since everything was settled', async () => {
    const killed = await startEngine()
    await stage.give(uid, '100000')
    const first = withEngine(killed.engine)
    const limit = await place(first)
    const stopped = await place(first, { ...atMarket, stopLoss: price('65100') })
    const far = await place(first, { price: price('60000') })
    await killed.engine.settled()
    killed.freezeAfter(0)
    set('64999.99', '65000')
    set('66000', '66000.01')
    const { engine } = await startEngine()
    const deps = withEngine(engine)
    const results = await Promise.all([
      outcome(cancelOrder(deps, { uid }, limit.id)),
      outcome(closePosition(deps, { uid }, { id: stopped.id, lots: null })),
      outcome(cancelOrder(deps, { uid }, far.id)),
    ])
    expect(results).toEqual(['invalidState', 'invalidState', 'done'])
    expect(await rowOf(limit.id)).toMatchObject({ state: 'open', open: price('65000') })
    expect(await rowOf(stopped.id)).toMatchObject({
      state: 'closed',
      close: price('64999.99'),
      reason: 'loss',
    })
  })
})

describe('against a plain model', () => {
  it.each(someCases([1, 2, 3, 4], 0))(
    'whatever was reached by the ticks before a request is filled, all else is cancelled (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const { engine } = await startEngine()
      const deps = withEngine(engine)
      await stage.give(uid, '1000000')
      await backlog(deps, 2, 60)
      const orders = await Promise.all(
        Array.from({ length: 30 }, () =>
          place(deps, { price: price(String(65_000 + random.whole(-300, 300))) }),
        ),
      )
      await engine.settled()
      // The plain model: the lowest ask that was set before each request.
      let lowest: bigint = price('65850')
      const commands: Promise<void>[] = []
      for (const order of orders) {
        for (let ticks = random.whole(0, 3); ticks > 0; ticks -= 1) {
          const ask = String(65_000 + random.whole(-250, 500))
          if (price(ask) < lowest) lowest = price(ask)
          set(String(Number.parseInt(ask, 10) - 1), ask)
        }
        const isReached = lowest <= order.open_price
        const command = outcome(cancelOrder(deps, { uid }, order.id))
        commands.push(
          command.then(async (answer) => {
            // A tick that came after the request may have been first; before it nothing may be overlooked.
            if (isReached) expect([order.id, answer]).toEqual([order.id, 'invalidState'])
          }),
        )
        if (random.chance(0.3)) await Promise.all(commands)
      }
      await Promise.all(commands)
      await engine.settled()
      for (const { id, open_price } of orders) {
        const row = await rowOf(id)
        if (row?.state === 'cancelled') {
          const { events } = await orderReceipt(deps, { uid }, id)
          const n = events.at(-1)?.tick?.n ?? 0
          const heard = await stage.markets.ticksBetween(1, 0, n)
          expect(heard.some(({ ask }) => ask <= open_price)).toBe(false)
        } else expect(row?.state).toBe('open')
      }
    },
  )
})
