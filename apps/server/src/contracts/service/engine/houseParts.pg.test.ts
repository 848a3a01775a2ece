import { house } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getBalances } from '../../../ledger/posting/index.ts'
import { transact, transactBatch } from '../../../platform/transactions/index.ts'
import { gatherHouse, getTradingFloor, isTradingReserveSufficient } from '../../../tradingReserve/index.ts'
import { closePosition } from '../../index.ts'
import { lockBatch } from '../batch/lock.ts'
import { customers, houseParts } from './houseParts.fixture.ts'

let stage: ContractFixture
const parts = houseParts(() => stage)
const { untilHeld, holderOf, twoLevelled, partsOf, depsOf, open, reserves, balance, endPause, level } = parts
beforeEach(async () => {
  stage = await contractFixture()
})
afterEach(async () => {
  await parts.close()
  expect(await stage.broken()).toEqual({})
  await stage.database.drop()
})

describe('engines that share', () => {
  it('each have a third of the reserves, trade by their own part, and every figure is the sum', async () => {
    const both = await twoLevelled()
    const [one, two] = partsOf(both)
    expect(new Set([one, two, null]).size).toBe(3)
    for (const part of [one ?? null, two ?? null, null]) {
      // The rest of the division stays in the general part.
      const rest = part === null ? 1n : 0n
      expect(await balance('trading', part)).toBe(usdt('100000') / 3n + rest)
      expect(await balance('insurance', part)).toBe(usdt('5000') / 3n + rest * 2n)
    }
    const before = await reserves()
    expect(before).toEqual([usdt('100000'), usdt('5000'), 0n])
    for (const uid of customers) {
      await stage.give(uid, '1000')
      await open(uid, 4)
    }
    expect(partsOf(both)).toEqual([one, two])
    const fee = usdt('0.1317')
    expect(await reserves()).toEqual([usdt('100000'), usdt('5000'), fee * 8n])
    expect(await balance('contractFees', null)).toBe(0n)
    // A fifth of 8 × 0.004 × 65849.99 and the spread.
    expect(await getTradingFloor(stage.database.db, stage.markets)).toBe(usdt('421.439616'))
    stage.markets.set('BTCUSDT', '66000', '66000.01')
    for (const uid of customers) {
      const { rows } = await sql<{ id: number }>`
        select id from contracts_order where uid = ${uid}`.execute(stage.database.db)
      await closePosition(depsOf(uid), { uid }, { id: rows[0]?.id ?? 0, lots: null })
    }
    expect(await getTradingFloor(stage.database.db, stage.markets)).toBe(0n)
    const [trading, insurance, fees] = await reserves()
    expect([trading, insurance]).toEqual([usdt('100000') - usdt('0.6') * 8n, usdt('5000')])
    expect(fees).toBe(fee * 8n + usdt('0.132') * 8n)
    await transact(stage.database.db, (tx) => gatherHouse(tx, 1))
    expect(await reserves()).toEqual([trading, insurance, fees])
    expect(
      await getBalances(stage.database.db, [house('trading'), house('insurance'), house('contractFees')]),
    ).toEqual([trading, insurance, fees])
  })

  longIt('do not wait for each other, and did without parts', async () => {
    const both = await twoLevelled()
    const parts = partsOf(both)
    const uids = both.map(({ engine }) => customers.find((uid) => holderOf(uid).engine === engine) ?? 0)
    for (const uid of uids) await stage.give(uid, '1000')
    const [first = 0, second = 0] = uids
    const waiting = async (): Promise<number> =>
      (
        await sql`
          select from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database()`.execute(stage.database.db)
      ).rows.length
    const whileBatch = (part: number | null, run: () => Promise<unknown>) =>
      transactBatch(stage.database, async (tx) => {
        const ask = async () => undefined
        await lockBatch(tx, [{ uid: first, wallet: 'contract' }], 1, { pids: [1], orders: 1, ask, part })
        await run()
      })
    await whileBatch(parts[0] ?? null, async () => {
      await open(second, 1)
      expect(await waiting()).toBe(0)
    })
    expect(partsOf(both)).toEqual(parts)
    await transact(stage.database.db, (tx) => gatherHouse(tx, 1))
    for (const { engine } of both) engine.housePart?.lost()
    let ordering: Promise<unknown> = Promise.resolve()
    await whileBatch(null, async () => {
      ordering = open(second, 1)
      await waitUntil(async () => (await waiting()) > 0)
    })
    await ordering
  })

  longIt('give their parts back when they end, and what one left is taken by the other', async () => {
    const both = await twoLevelled()
    await stage.give(1, '1000')
    await open(1, 1)
    await both[0].close()
    await untilHeld(16)
    // Its engine said ten seconds ago that it uses it.
    await sql`update contracts_house_part set until_ms = 0`.execute(stage.database.db)
    await endPause()
    await both[1].engine.level()
    expect(partsOf([both[1]])).toEqual([null])
    expect(await balance('trading', null)).toBe(usdt('100000'))
    const left = await sql`select from contracts_exposure_part`.execute(stage.database.db)
    expect(left.rows).toEqual([])
    await stage.give(2, '1000')
    await open(2, 1)
  })
})

describe('a part that is not enough', () => {
  it('is gathered with the others for an opening, and the next levelling waits', async () => {
    const both = await twoLevelled()
    const uid = customers[0]
    await stage.give(uid, '100000')
    // Its worst case is a fifth of 200000: more than a third of the reserve, less than all.
    await open(uid, 3000)
    expect(await balance('trading', null)).toBe(usdt('100000'))
    expect(partsOf(both).filter((part) => part === null)).toHaveLength(1)
    for (const { engine } of both) await engine.level()
    expect(partsOf(both)).toEqual([null, null])
    await level(both)
    expect(partsOf(both)).not.toContain(null)
  })

  longIt('is gathered for an option and for what is paid out of the general part', async () => {
    await twoLevelled()
    const sufficient = (left: string) =>
      transact(stage.database.db, (tx) => isTradingReserveSufficient(tx, stage.markets, usdt(left)))
    expect(await sufficient('1')).toBe(true)
    await expect(sufficient('0')).rejects.toThrow('a part of the house account is not enough')
    await transact(stage.database.db, (tx) => gatherHouse(tx, 1))
    expect(await sufficient('0')).toBe(false)
  })
})
