import type { OrderState } from '@glasshouse/core/contracts/codec'
import { contractWallets } from '@glasshouse/core/contracts/contractWallet'
import {
  type Account,
  type CustomerAccountType,
  contractPurposes,
  customer,
  external,
  house,
} from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { price, usdt } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { firstOrders, plainOrder } from '@glasshouse/testkit/orderRequest'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { post } from '../ledger/posting/index.ts'
import type { EventDispatcher } from '../platform/events/eventDispatcher.ts'
import { startEventDispatcher } from '../platform/events/index.ts'
import { createLog } from '../platform/telemetry/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { contractListeners } from './index.fixture.ts'
import { listOrders, placeOrder } from './index.ts'
import {
  houseLedger,
  marginAccountLedger,
  orderHeldPosting,
  orderReleasedPosting,
  positionClosedPosting,
  positionOpenedPosting,
} from './postings.ts'
import type { MarginAccountKey } from './store/orders.ts'

// Rooms move money and say nothing to this one: what is heard here is what the ledger tells by itself.

const uid = 11
const bank = external('deposits:sandbox')
let stage: EngineFixture
let facts: EventDispatcher
let heard: string[]
beforeEach(async () => {
  stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '10000' }))
  heard = []
  const engine = {
    moneyMoved: async (key: MarginAccountKey) => {
      heard.push(`${key.uid}/${key.wallet}`)
      await stage.engine.moneyMoved(key)
    },
  }
  const platform = { ...stage, log: createLog('silent') }
  facts = startEventDispatcher({
    platform,
    listeners: contractListeners(engine, async () => undefined),
  })
})
afterEach(async () => {
  await facts.close()
  await stage.engine.settled()
  await stage.engine.close()
  await stage.database.drop()
})

const move = (from: Account, to: Account, amount: bigint): LedgerTransaction => ({
  cause: { kind: 'test', id: 1 },
  transfers: [{ from, to, amount, type: journal.ownTransfer }],
})
/** Posts as any room might, and returns what was heard of it. */
const heardAfter = async (...transactions: readonly LedgerTransaction[]): Promise<readonly string[]> => {
  await facts.settled()
  heard = []
  const results = await transact(stage.database.db, (tx) => post(tx, 1, transactions))
  expect(results.every(({ ok }) => ok)).toBe(true)
  await facts.settled()
  await stage.engine.settled()
  return heard.toSorted()
}
const marginAccountOf = (purpose: CustomerAccountType) =>
  `${uid}/${purpose.startsWith('contract2') ? 'contract2' : 'contract'}`

describe('every movement of a contract wallet is heard', () => {
  it.each(contractPurposes)(
    'into and out of the account %s, whatever is on the other side',
    async (purpose) => {
      const account = customer(uid, purpose)
      for (const other of [bank, house('trading'), house('insurance'), customer(12, 'wallet')]) {
        await heardAfter(move(bank, customer(12, 'wallet'), 5n))
        expect(await heardAfter(move(other, account, 5n))).toEqual([marginAccountOf(purpose)])
        expect(await heardAfter(move(account, other, 5n))).toEqual([marginAccountOf(purpose)])
      }
    },
  )

  it('by every posting of this module, and by moving money between any two places of a customer', async () => {
    await heardAfter(
      move(bank, customer(uid, 'bonus'), usdt('100')),
      move(bank, house('contractFees'), usdt('100')),
    )
    const places = ['wallet', 'contract', 'contract2', 'coin'] as const
    for (const place of places) await heardAfter(move(bank, customer(uid, place), usdt('1000')))
    for (const from of places)
      for (const to of places) {
        const touched = [from, to].filter((place) => place.startsWith('contract')).map(marginAccountOf)
        if (from !== to)
          expect([
            from,
            to,
            await heardAfter(move(customer(uid, from), customer(uid, to), usdt('1'))),
          ]).toEqual([from, to, touched.sort()])
      }
    for (const [at, name] of contractWallets.entries()) {
      const wallet = marginAccountLedger(uid, name)
      const id = (at + 1) * 100
      const one = usdt('1')
      const settled = {
        ...{ released: one, takenMargin: 0n, profit: one, profitFromReserve: one },
        ...{ profitFromInsurance: 0n, profitOwed: 0n, lossFromWallet: 0n, lossFromInsurance: 0n },
        ...{ feeFromBonus: one, feeFromWallet: one, feeFromInsurance: 0n },
      }
      const opening = { margin: one, feeFromBonus: one, feeFromWallet: 0n, held: one }
      const postings = [
        orderHeldPosting(id, wallet, one),
        orderReleasedPosting(id, wallet, one),
        orderHeldPosting(id + 1, wallet, one),
        positionOpenedPosting(id + 1, { ...wallet, ...houseLedger(null) }, opening),
        positionClosedPosting(id + 2, { ...wallet, ...houseLedger(null) }, settled as never, 'user' as never),
      ]
      for (const posting of postings)
        expect([posting.key, await heardAfter(posting)]).toEqual([posting.key, [`${uid}/${name}`]])
    }
  })

  it('once for a batch, and not at all for other wallets, refused or repeated transactions', async () => {
    await heardAfter(move(bank, customer(uid, 'contract'), 5n))
    const contract = customer(uid, 'contract')
    expect(await heardAfter(move(bank, contract, 1n), move(contract, bank, 1n))).toEqual([`${uid}/contract`])
    expect(await heardAfter(move(bank, customer(uid, 'wallet'), 5n))).toEqual([])
    expect(await heardAfter(move(customer(uid, 'wallet'), customer(uid, 'coin'), 5n))).toEqual([])
    const keyed = { ...move(bank, contract, 1n), key: 'once' }
    expect(await heardAfter(keyed)).toEqual([`${uid}/contract`])
    expect(await heardAfter(keyed)).toEqual([])
    await facts.settled()
    heard = []
    const short = await transact(stage.database.db, (tx) => post(tx, 1, [move(contract, bank, usdt('99'))]))
    expect(short[0]?.ok).toBe(false)
    const undone = transact(stage.database.db, async (tx) => {
      await post(tx, 1, [move(bank, contract, 1n)])
      throw new Error('the room changed its mind')
    })
    await expect(undone).rejects.toThrow('changed its mind')
    await facts.settled()
    expect(heard).toEqual([])
  })
})

describe('the liquidation', () => {
  const market = {
    ...plainOrder,
    leverage: 10,
    price: price('65850'),
    pid: 1,
    lots: 10,
    kind: 'market',
    side: 'long',
  } as const
  const stateOf = async (id: number): Promise<OrderState | undefined> => {
    return (await listOrders(stage, { uid }, firstOrders)).rows.find((row) => row.id === id)?.state
  }
  const tick = async (bid: string, ask: string) => {
    stage.markets.set('BTCUSDT', bid, ask)
    await stage.engine.settled()
  }
  const opened = async (): Promise<number> => {
    const { id } = await placeOrder(stage, { uid }, market)
    await facts.settled()
    await stage.engine.settled()
    return id
  }

  it('comes later when a module put money in and published no event', async () => {
    await stage.give(uid, '100')
    const id = await opened()
    await heardAfter(move(bank, customer(uid, 'contract'), usdt('100')))
    await tick('59175.42', '59175.43')
    expect(await stateOf(id)).toBe('open')
    await tick('49000', '49000.01')
    expect(await stateOf(id)).toBe('closed')
  })

  it('comes sooner when a module took money out and published no event', async () => {
    await stage.give(uid, '200')
    const id = await opened()
    await heardAfter(move(customer(uid, 'contract'), bank, usdt('100')))
    await tick('59175.42', '59175.43')
    expect(await stateOf(id)).toBe('closed')
  })
})
