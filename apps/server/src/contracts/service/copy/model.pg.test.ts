import { DomainError } from '@glasshouse/core/errors/registry'
import { customer } from '@glasshouse/core/ledger/chart'
import { price } from '@glasshouse/core/money/units'
import { someCases } from '@glasshouse/testkit/cases'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getBalances } from '../../../ledger/posting/index.ts'
import { listPoolOrders } from '../../index.fixture.ts'
import { closePosition } from '../../index.ts'
import { fundWallet, leadOpens, newPool } from './copying.fixture.ts'
import { closePlainly, copyPlainly, PlainAccount, type PlainPool } from './plainCopying.fixture.ts'

let stage: ContractFixture
beforeAll(async () => {
  stage = await contractFixture({ trading: '100000000', insurance: '5000' })
})
afterAll(() => stage.database.drop())

const symbols = { 1: 'BTCUSDT', 2: 'ETHUSDT' } as const
const cents = (amount: bigint): string => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`

/** Markets that move by up to half a percent at a time, as numbers and in the product. */
const createMarkets = (random: Random) => {
  const prices = new Map<number, { bid: bigint; ask: bigint }>()
  const set = (pid: 1 | 2, bid: bigint): void => {
    const ask = bid + BigInt(random.whole(1, 30))
    prices.set(pid, { bid, ask })
    stage.markets.set(symbols[pid], cents(bid), cents(ask))
  }
  set(1, 6_585_000n)
  set(2, 231_840n)
  const move = (): void => {
    const pid = random.pick([1, 2] as const)
    const bid = prices.get(pid)?.bid ?? 0n
    set(pid, bid + (bid * BigInt(random.whole(-500, 500))) / 100_000n)
  }
  return { prices, move }
}

const balanceOf = async (uid: number, purpose: 'contract' | 'contract2'): Promise<bigint> => {
  const own = [customer(uid, purpose), customer(uid, `${purpose}Margin`), customer(uid, `${purpose}Hold`)]
  return (await getBalances(stage.database.db, own)).reduce((sum, one) => sum + one, 0n)
}

it.each(someCases([1, 2], 0))(
  'a lead who trades at random is copied to the lot and to the unit (seed %i)',
  async (seed) => {
    const random = seededRandom(seed)
    const uid = 20_000 + seed
    const { prices, move } = createMarkets(random)
    await fundWallet(stage, uid, 'contract2', '3000')
    const lead = new PlainAccount(3000n * 100_000_000n)
    const pools = new Map<number, PlainPool>()
    for (const [money, multiple] of [
      [100, 10],
      [2500, 5],
      [random.whole(3000, 40_000), 20],
    ] as const) {
      const account = await newPool(stage, String(money), multiple, uid)
      const own = new PlainAccount(BigInt(money) * 100_000_000n)
      pools.set(account, { account: own, multiple: BigInt(multiple), copies: [] })
    }
    const open = async (): Promise<void> => {
      const pid = random.pick([1, 2] as const)
      const buy = random.chance(0.5)
      const order = {
        pid,
        buy,
        lots: BigInt(random.whole(1, 120)),
        leverage: random.pick([2n, 5n, 10n, 20n]),
      }
      const best = prices.get(pid)
      const at = (buy ? best?.ask : best?.bid) ?? 0n
      const led = await leadOpens(
        stage,
        {
          pid,
          side: buy ? 'long' : 'short',
          lots: Number(order.lots),
          leverage: Number(order.leverage),
          price: price(cents(at)),
        },
        uid,
      ).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'insufficientBalance') return null
        throw error
      })
      if (led === null) return
      const equity = lead.equity(prices)
      for (const pool of pools.values()) copyPlainly(pool, { id: led.id, equity }, order, prices)
      lead.add({ id: led.id, pid, buy, lots: order.lots, open: at, of: null }, order.leverage)
    }
    const close = async (): Promise<void> => {
      if (lead.positions.length === 0) return
      const position = random.pick(lead.positions)
      const lots = random.chance(0.5) ? position.lots : BigInt(random.whole(1, Number(position.lots)))
      await closePosition(stage, { uid }, { id: position.id, lots: Number(lots) })
      const best = prices.get(position.pid)
      if (best === undefined) throw new Error('no price')
      for (const pool of pools.values())
        closePlainly(pool, { id: position.id, held: position.lots, closed: lots }, prices)
      lead.close(position, lots, best)
    }
    for (let step = 0; step < 40; step += 1) {
      if (random.chance(0.6)) move()
      await (random.chance(0.65) ? open() : close())
    }
    expect(await balanceOf(uid, 'contract2')).toBe(lead.balance)
    const page = { offset: 0, limit: 500, direction: 'asc', closedOnly: false } as const
    const skips = new Set<string | null>()
    for (const [account, pool] of pools) {
      expect(await balanceOf(account, 'contract')).toBe(pool.account.balance)
      const { rows } = await listPoolOrders(stage, account, page)
      const openings = rows.filter(({ parentId }) => parentId === null)
      expect(openings.map(({ skipped, isReduced }) => ({ skipped, isReduced }))).toEqual(
        pool.copies.map(({ skipped, reduced }) => ({ skipped, isReduced: reduced })),
      )
      const still = rows.filter(({ state }) => state === 'open').map(({ lots }) => BigInt(lots))
      expect(still).toEqual(pool.account.positions.map(({ lots }) => lots))
      for (const { skipped } of pool.copies) skips.add(skipped)
    }
    expect(skips.has(null)).toBe(true)
    expect(await stage.broken()).toEqual({})
  },
)
