import { housePartAccount, type PartedReserve, usdtAsset } from '@glasshouse/core/ledger/chart'
import type { ContractFixture } from '@glasshouse/testkit/contracts'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { getBalances } from '../../../ledger/posting/index.ts'
import { sumReserve } from '../../../ledger/totals/index.ts'
import type { Engine } from '../../index.ts'
import { placeOrder } from '../../index.ts'
import { sharingEngines } from './sharing.fixture.ts'

/** Customers of whom two engines that share have some each. */
export const customers = [1, 2, 3, 4, 5, 6, 7, 8] as const

type Both = readonly { readonly engine: Engine }[]

/** Two engines that share the customers of a stage, each with a part of the house account. */
export const houseParts = (stage: () => ContractFixture) => {
  const sharing = sharingEngines(stage)
  const db = () => stage().database.db
  /** Ends the pause after parts were gathered or levelled. */
  const endPause = async (): Promise<void> => {
    await sql`update contracts_levelling set not_before_ms = 0`.execute(db())
  }
  const level = async (both: Both): Promise<void> => {
    await endPause()
    for (const { engine } of both) await engine.level()
  }
  const depsOf = (uid: number) => {
    const { engine, database } = sharing.holderOf(uid)
    return { ...stage(), engine, database }
  }
  return {
    ...sharing,
    endPause,
    level,
    depsOf,
    /** Opens two engines of eight partitions each, whose parts are live. */
    twoLevelled: async () => {
      const both = [await sharing.share(), await sharing.share()] as const
      await sharing.untilHeld(8, 8)
      // Both are known after the first round.
      await level(both)
      await level(both)
      return both
    },
    partsOf: (both: Both) => both.map(({ engine }) => engine.housePart?.current() ?? null),
    /** Opens a long position of a customer at the engine that decides on it. */
    open: (uid: number, lots: number) =>
      placeOrder(depsOf(uid), { uid }, orderCommand({ price: '65850', leverage: 20, lots })),
    /** Trading reserve, insurance fund and fees in all parts. */
    reserves: () =>
      Promise.all((['trading', 'insurance', 'fees'] as const).map((one) => sumReserve(db(), one, usdtAsset))),
    /** What a part has of a reserve. */
    balance: async (reserve: PartedReserve, part: number | null): Promise<bigint> =>
      (await getBalances(db(), [housePartAccount(reserve, part)]))[0],
  }
}
