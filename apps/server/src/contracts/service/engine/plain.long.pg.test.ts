import { house } from '@glasshouse/core/ledger/chart'
import { formatPrice, usdt } from '@glasshouse/core/money/units'
import { contractFixture, withEngine } from '@glasshouse/testkit/contracts'
import { seededRandom } from '@glasshouse/testkit/random'
import { describe, expect, it } from 'vitest'
import { getBalances } from '../../../ledger/posting/index.ts'
import { cents, compare, countHappened, happened, runCommand } from './plainTrading.fixture.ts'
import { isLive, PlainWallet } from './referenceEngine.fixture.ts'

describe('the engine against a plain one', () => {
  it.each([1, 2, 3, 4, 5])('is the same to the unit after every step of 500 (seed %d)', async (seed) => {
    const random = seededRandom(seed)
    const stage = await withEngine(
      await contractFixture({ trading: '50000000', insurance: '5000000' }),
      // Every other day fires and is settled in slices.
      seed % 2 === 0 ? { step: 1, batch: 3 } : undefined,
    )
    const { db } = stage.database
    const reserves = [house('trading'), house('contractFees'), house('insurance')]
    const houseBefore = (await getBalances(db, reserves)).reduce((sum, one) => sum + one, 0n)
    const wallets = new Map([11, 12, 13].map((uid) => [uid, new PlainWallet()]))
    let middle = 6_585_000n
    const tick = () => {
      const [bid, ask] = [middle, middle + BigInt(random.whole(1, 40))]
      stage.markets.set('BTCUSDT', formatPrice(cents(bid)), formatPrice(cents(ask)))
      for (const plain of wallets.values()) plain.tick(bid, ask)
    }
    tick()
    for (let step = 0; step < 500; step += 1) {
      const [uid, plain] = random.pick([...wallets])
      // A tick may touch every account; a command touches its own, and the next tick shows which others.
      let touched: ReadonlyMap<number, PlainWallet> = new Map([[uid, plain]])
      if (plain.free < usdt('15') && plain.orders.filter(isLive).length < 4) {
        await stage.give(uid, '100')
        plain.free += usdt('100')
        stage.engine.moneyMoved({ uid, wallet: 'contract' })
      }
      if (random.chance(0.55)) await runCommand(stage, random, uid, plain)
      else {
        const reach = random.chance(0.05) ? 2_500_000 : random.chance(0.4) ? 250_000 : 9_000
        middle += BigInt(random.whole(-reach, reach))
        if (middle < 1_500_000n || middle > 15_000_000n) middle = 6_585_000n
        tick()
        touched = wallets
      }
      await stage.engine.settled()
      for (const [one, book] of touched) await compare(stage, one, book)
    }
    for (const [one, book] of wallets) await compare(stage, one, book)
    for (const plain of wallets.values())
      for (const { state, reason } of plain.orders) countHappened(reason ?? state)
    const moved = [...wallets.values()].reduce((sum, { house: paid, fund }) => sum + paid + fund, 0n)
    if ([...wallets.values()].some(({ fund }) => fund < 0n)) countHappened('insured')
    expect((await getBalances(db, reserves)).reduce((sum, one) => sum + one, 0n)).toBe(houseBefore + moved)
    expect(await stage.broken()).toEqual({})
    await stage.engine.close()
    await stage.database.drop()
  })

  it('had everything in it', () => {
    for (const what of [
      'loss',
      'profit',
      'liquidation',
      'user',
      'cancelled',
      'insured',
      'insufficientBalance',
      'invalidTpSl',
    ])
      expect(happened.get(what) ?? 0, what).toBeGreaterThan(0)
    expect(happened.get('liquidation') ?? 0).toBeGreaterThan(40)
  })
})
