import { isHeldUsdt, usdtAsset } from '@glasshouse/core/ledger/chart'
import { addTo, amountIn } from '@glasshouse/core/money/sums'
import { type Quantity, type Usdt, usdt, valueAt } from '@glasshouse/core/money/units'
import { ibPrincipal, isIntroducingBroker, ownPurposes, totalAssets } from '@glasshouse/core/referral/rules'
import { listBrokers, updateBrokers } from '../../customers/referrers/index.ts'
import { listLargestOrders, sumUnpaidInterest } from '../../investFigures/index.ts'
import { sumPurposes } from '../../ledger/totals/index.ts'
import type { Markets } from '../../markets/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { CoinPrices } from '../../wallets/index.ts'

type AssetMarkets = CoinPrices & Pick<Markets, 'product' | 'inForce'>

/** What total assets are read from. */
export type AssetDeps = {
  readonly markets: AssetMarkets
  /** Floating profit of open contracts by customer, units of 1e-8 USDT; who has none may be absent. */
  readonly floatingOf: (
    db: Db,
    markets: AssetMarkets,
    uids: readonly number[],
  ) => Promise<ReadonlyMap<number, Usdt>>
  /** Value of copy orders by customer, units of 1e-8 USDT; who has none may be absent. */
  readonly copiesOf: (db: Db, uids: readonly number[]) => Promise<ReadonlyMap<number, Usdt>>
  /** What is owed on loans by customer, with interest, units of 1e-8 USDT; who owes nothing may be absent. */
  readonly owedOf: (db: Db, uids: readonly number[]) => Promise<ReadonlyMap<number, Usdt>>
}

/** Customers whose assets are read together. */
export const assetsAtOnce = 500

/**
 * Total assets of some customers now: every own account with holds, coins at the last best bid known, floating profit,
 * accrued interest and copy value, less loans. A coin whose market never had a price counts nothing.
 */
export const listTotalAssets = async (
  { markets, floatingOf, copiesOf, owedOf }: AssetDeps,
  db: Db,
  uids: readonly number[],
): Promise<ReadonlyMap<number, Usdt>> => {
  const [held, floating, accrued, copies, owed] = await Promise.all([
    sumPurposes(db, uids, ownPurposes),
    floatingOf(db, markets, uids),
    sumUnpaidInterest(db, uids),
    copiesOf(db, uids),
    owedOf(db, uids),
  ])
  const coins = new Map<number, Usdt>()
  const accounts = new Map<number, Usdt>()
  for (const { uid, ...sum } of held) {
    if (isHeldUsdt(sum)) accounts.set(uid, sum.balance)
    else addTo(coins, uid, coinValue(markets, sum.asset, sum.balance))
  }
  return new Map(
    uids.map((uid) => [
      uid,
      totalAssets({
        accounts: amountIn(accounts, uid),
        coins: amountIn(coins, uid),
        floating: amountIn(floating, uid),
        accrued: amountIn(accrued, uid),
        copies: amountIn(copies, uid),
        owed: amountIn(owed, uid),
      }),
    ]),
  )
}

const nothing = usdt('0')

const coinValue = (markets: CoinPrices, asset: string, amount: Quantity): Usdt => {
  const inForce = markets.inForce(`${asset}${usdtAsset}`)
  return inForce === null ? nothing : valueAt(amount, inForce.tick.bid, 'floor')
}

/** Judges at a midnight who carries the label of an introducing broker; what a manager set stays. */
export const judgeBrokers = async (deps: AssetDeps & Pick<Platform, 'database'>): Promise<void> => {
  const { db } = deps.database
  const largest = await listLargestOrders(db, ibPrincipal)
  const set = new Map((await listBrokers(db)).map(({ uid, ib_set }) => [uid, ib_set]))
  const uids = [...new Set([...largest.keys(), ...set.keys()])]
  const brokers: number[] = []
  for (let at = 0; at < uids.length; at += assetsAtOnce) {
    const some = uids.slice(at, at + assetsAtOnce)
    const assets = await listTotalAssets(deps, db, some)
    for (const uid of some) {
      const figures = {
        assets: assets.get(uid) ?? nothing,
        largestOrder: largest.get(uid) ?? nothing,
      }
      const byManager = set.get(uid) ?? null
      if (isIntroducingBroker(figures, byManager === null ? null : byManager === 1)) brokers.push(uid)
    }
  }
  await updateBrokers(db, brokers)
}
