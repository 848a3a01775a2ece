import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { customer, house } from '@glasshouse/core/ledger/chart'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { price } from '@glasshouse/core/money/units'
import type { EngineFixture } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

/** Changes what is posted; null posts what should be. */
let tamper: ((posting: LedgerTransaction) => LedgerTransaction) | null = null

/** The module and its stage, loaded anew with postings that can be changed. */
const loadTampered = async () => {
  vi.resetModules()
  vi.doMock('../postings.ts', async (original) => {
    const real = await original<typeof import('../postings.ts')>()
    const through =
      <Given extends readonly unknown[]>(make: (...given: Given) => LedgerTransaction) =>
      (...given: Given): LedgerTransaction => {
        const posting = make(...given)
        return tamper === null ? posting : tamper(posting)
      }
    return {
      ...real,
      positionClosedPosting: through(real.positionClosedPosting),
      positionOpenedPosting: through(real.positionOpenedPosting),
      orderReleasedPosting: through(real.orderReleasedPosting),
      orderAmendedPosting: through(real.orderAmendedPosting),
    }
  })
  return {
    ...(await import('../index.ts')),
    ...(await import('../index.fixture.ts')),
    ...(await import('@glasshouse/testkit/contracts')),
  }
}
let contracts: Awaited<ReturnType<typeof loadTampered>>
beforeAll(async () => {
  contracts = await loadTampered()
})
afterAll(() => {
  vi.doUnmock('../postings.ts')
  vi.resetModules()
})

const amounts = 'the entries of every contract transaction are what its event states'

let stage: EngineFixture
beforeEach(async () => {
  stage = await contracts.withEngine(await contracts.contractFixture())
  await stage.give(1, '1000')
})
afterEach(async () => {
  tamper = null
  await stage.engine.close()
  await stage.database.drop()
})

const order = (changes: Partial<PlaceOrderCommand> = {}): PlaceOrderCommand => ({
  ...plainOrder,
  leverage: 10,
  price: price('65850'),
  pid: 1,
  lots: 11,
  kind: 'market',
  side: 'long',
  ...changes,
})
const open = () => contracts.placeOrder(stage, { uid: 1 }, order())
const close = (id: number, lots: number | null = null) =>
  contracts.closePosition(stage, { uid: 1 }, { id, lots })
const risen = () => stage.markets.set('BTCUSDT', '66128.74', '66128.75')

it('a fee on the account that all fees had before is as stated', async () => {
  tamper = (posting) => ({
    ...posting,
    transfers: posting.transfers.map((one) =>
      one.to.purpose === 'contractFees' ? { ...one, to: house('fees') } : one,
    ),
  })
  const { id } = await open()
  tamper = null
  risen()
  await close(id)
  expect(await stage.broken()).toEqual({})
})

describe('a posting that is not what the event states is named', () => {
  it('a profit paid twice', async () => {
    const { id } = await open()
    risen()
    tamper = (posting) => ({
      ...posting,
      transfers: posting.transfers.flatMap((one) =>
        one.from.owner === 'house' && one.to.owner === 'customer' ? [one, one] : [one],
      ),
    })
    await close(id)
    expect(await stage.broken()).toEqual({
      [amounts]: expect.stringMatching(
        /^transaction \d+ of contractClosed 1 moved \d+ on customer\/1\/contract\/USDT/,
      ),
    })
  })

  it('a fee that goes to the trading reserve', async () => {
    tamper = (posting) => ({
      ...posting,
      transfers: posting.transfers.map((one) =>
        one.to.purpose === 'contractFees' ? { ...one, to: house('trading') } : one,
      ),
    })
    await open()
    expect(await stage.broken()).toEqual({
      [amounts]:
        'transaction 4 of contractOpened 1 moved 0 on house/contractFees/USDT, its event states 36217500',
    })
  })

  it('a fee of which a part lies on each account of fees', async () => {
    tamper = (posting) => ({
      ...posting,
      transfers: posting.transfers.flatMap((one) =>
        one.to.purpose === 'contractFees'
          ? [
              { ...one, to: house('fees'), amount: 1n },
              { ...one, amount: one.amount - 1n },
            ]
          : [one],
      ),
    })
    await open()
    expect(Object.keys(await stage.broken())).toEqual([amounts])
  })

  it('a hold that returns to another customer', async () => {
    const { id } = await contracts.placeOrder(
      stage,
      { uid: 1 },
      order({ price: price('60000'), kind: 'limit' }),
    )
    tamper = (posting) => ({
      ...posting,
      transfers: posting.transfers.map((one) => ({ ...one, to: customer(2, 'contract') })),
    })
    await contracts.cancelOrder(stage, { uid: 1 }, id)
    expect(Object.keys(await stage.broken())).toEqual([amounts])
  })

  it('a hold that grows by less than an amended order needs', async () => {
    const { id } = await contracts.placeOrder(
      stage,
      { uid: 1 },
      order({ price: price('60000'), kind: 'limit' }),
    )
    tamper = (posting) => ({
      ...posting,
      transfers: posting.transfers.map((one) => ({ ...one, amount: one.amount - 1n })),
    })
    await contracts.amendOrder(
      stage,
      { uid: 1 },
      { id, change: { price: price('61000') }, termsId: undefined },
    )
    expect(Object.keys(await stage.broken())).toContain(amounts)
  })
})

it('holds for opening, placing, amending, cancelling, closing in part and in whole, with profit and with loss', async () => {
  const first = await open()
  const second = await open()
  const resting = await contracts.placeOrder(
    stage,
    { uid: 1 },
    order({ price: price('60000'), kind: 'limit' }),
  )
  for (const change of [{ price: price('61000') }, { lots: 3 }, { price: price('60500') }])
    await contracts.amendOrder(stage, { uid: 1 }, { id: resting.id, change, termsId: undefined })
  await contracts.cancelOrder(stage, { uid: 1 }, resting.id)
  risen()
  await close(first.id, 4)
  await close(first.id)
  stage.markets.set('BTCUSDT', '65000', '65000.01')
  await close(second.id)
  expect(await stage.broken()).toEqual({})
})
