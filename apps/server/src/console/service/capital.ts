import { dayNumber } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { DataOf } from '@glasshouse/core/calls'
import { type Reserve, reserveDays, reserves } from '@glasshouse/core/console/wire'
import { domainError } from '@glasshouse/core/errors/registry'
import { type Asset, house, reserveAccounts, usdtAsset } from '@glasshouse/core/ledger/chart'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { reserveCoinsValue } from '@glasshouse/core/subscription/rules'
import type { SortedRange } from '@glasshouse/core/wire/codec'
import { getSetting } from '../../content/index.ts'
import { listInvestProductNames, lockPromised } from '../../invest/index.ts'
import { requireSoundLedger } from '../../ledger/checks/index.ts'
import { fundReserve, lockBalances, withdrawFromReserve } from '../../ledger/posting/index.ts'
import { listHouseDays, sumReserve } from '../../ledger/totals/index.ts'
import type { Markets } from '../../markets/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type RequestOrigin, readAndAudit, requireSecondManager, writeAudit } from '../../staff/index.ts'
import {
  findSubscriptionPrice,
  listSubscriptionReserves,
  lockSubscriptionPromise,
} from '../../subscription/index.ts'
import { gatherHouse, getHouseDebt, worstCaseLiability } from '../../tradingReserve/index.ts'
import { insertCapitalMovement, listCapitalMovementRows, sumMovedAlone } from '../store.ts'
import { balancesByDay } from './reserveDays.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'products' | 'product' | 'inForce'>
}
type ListedReserve = DataOf<'/staff/api/reserveList'>[number]
type ReserveRow = Omit<ListedReserve, 'days'>

/**
 * Liability of a reserve, which cannot be withdrawn. The trading reserve must stay above the worst case of all open
 * positions; options moved their maximum profits out of it when they were bought. The liabilities of the other reserves
 * leave them at once; an interest reserve stays above what its product has promised and not paid, the coins of an issue above
 * what is offered, or allotted and not paid.
 */
const promisedOf = async ({ markets }: Deps, tx: Tx, reserve: Reserve, asset: Asset): Promise<bigint> => {
  const issueId = idOf('subscription', reserve)
  if (issueId !== null) {
    // The issue before its reserve, as when it opens.
    const coins = await lockSubscriptionPromise(tx, issueId, asset)
    if (coins === null) throw domainError('notFound')
    return coins
  }
  if (asset !== usdtAsset) throw domainError('invalidField', { field: 'asset' })
  if (reserve === 'trading') return worstCaseLiability(tx, markets)
  const productId = idOf('interest', reserve)
  if (productId === null) return 0n
  // The reserve before the product, as when interest is paid.
  await lockBalances(tx, [house(reserve)])
  const promised = await lockPromised(tx, productId)
  if (promised === null) throw domainError('notFound')
  return promised
}

/** The product of an interest reserve, or the issue of its reserve; null of every other reserve. */
const idOf = (name: 'interest' | 'subscription', reserve: Reserve): number | null =>
  reserve.startsWith(`${name}:`) ? Number.parseInt(reserve.slice(name.length + 1), 10) : null

const sumOf = (balances: readonly bigint[]): bigint => balances.reduce((sum, one) => sum + one, 0n)

const readRow = async (tx: Tx, reserve: Reserve, asset: Asset, promised: bigint): Promise<ReserveRow> => {
  const balance = await sumReserve(tx, reserve, asset)
  return {
    reserve,
    asset,
    balance: formatUsdt(balance),
    promised: formatUsdt(promised),
    free: formatUsdt(balance > promised ? balance - promised : 0n),
    ...(reserve === 'trading' ? { owed: formatUsdt(await getHouseDebt(tx)) } : {}),
  }
}

/** Adds the balance of each day to reserves. */
const withDays = async (tx: Tx, rows: readonly ReserveRow[], today: number): Promise<ListedReserve[]> => {
  const first = today - reserveDays + 1
  const changes = await listHouseDays(tx, first)
  return rows.map((row) => {
    const own = changes.filter(({ reserve, asset }) => reserve === row.reserve && asset === row.asset)
    const days = balancesByDay(usdt(row.balance), own, { first, today })
    return { ...row, days: days.map(({ day, balance }) => ({ day, balance: formatUsdt(balance) })) }
  })
}

/** The reserves with liability, free amount and the balance over time. */
export const listReserves = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<ListedReserve[]> => {
  const { db } = deps.database
  await readAndAudit(deps, staff, origin, 'reserveList', 'reserves')
  return transact(db, async (tx) => {
    const rows: ReserveRow[] = []
    const interest = (await listInvestProductNames(tx)).map(([, id]): Reserve => `interest:${id}`)
    for (const reserve of [...reserves, ...interest]) {
      const promised = await promisedOf(deps, tx, reserve, usdtAsset)
      rows.push(await readRow(tx, reserve, usdtAsset, promised))
    }
    for (const { id, asset, promised } of await listSubscriptionReserves(tx))
      rows.push(await readRow(tx, `subscription:${id}`, asset, promised))
    return withDays(tx, rows, dayNumber(deps.clock.business()))
  })
}

/** One page of operator capital movements. */
export const listCapitalMovements = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  page: SortedRange,
) => {
  const { rows, total } = await listCapitalMovementRows(deps.database.db, page)
  await readAndAudit(deps, staff, origin, 'fundList', 'reserves')
  return {
    rows: rows.map(({ id, reserve, asset, direction, amount, remark, staff_id, at_ms }) => ({
      id,
      reserve,
      asset,
      direction,
      amount,
      remark,
      staffId: staff_id,
      atMs: at_ms,
    })),
    total,
  }
}

/** Moves the operator's own capital into a reserve or out of it. */
type MoveCapitalCommand = {
  readonly reserve: Reserve
  /** USDT, or the coin of the reserve of an issue. */
  readonly asset: string
  readonly direction: 'in' | 'out'
  readonly amount: Usdt
  readonly remark: string
}

/**
 * Moves the operator's own capital: outside operatorCapital ↔ a reserve, out only as far as more than what is
 * promised stays. A second manager is needed where it exceeds `fund_second_approval_above` together with what one
 * manager alone moved in this direction within 24 h, coins at their value in USDT. What goes into the trading reserve first repays the debt of the house account. Customers' accounts are not touched.
 *
 * @throws notAllowed the role service
 * @throws invalidField an empty remark
 * @throws outOfRange zero
 * @throws insufficientReserve (`max`) more than the free amount
 */
export const moveCapital = async (
  deps: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  { reserve, asset, direction, amount, ...rest }: MoveCapitalCommand,
): Promise<DataOf<'/staff/api/fund'>> => {
  const remark = rest.remark.trim()
  if (remark === '') throw domainError('invalidField', { field: 'remark' })
  if (amount <= 0n) throw domainError('outOfRange', { min: '0.00000001' })
  const atMs = deps.clock.now()
  return transact(deps.database.db, async (tx) => {
    // Locks open positions first: no concurrent position can open on the withdrawn amount.
    await gatherHouse(tx, deps.clock.business())
    const promised = await promisedOf(deps, tx, reserve, asset)
    const before = sumOf(await lockBalances(tx, reserveAccounts(reserve, asset)))
    if (direction === 'out') requireSoundLedger(deps.database)
    assertCovered(direction, before, amount, promised, reserve)
    const target = `reserve ${reserve}`
    const inCoins = asset === usdtAsset ? {} : { asset }
    const details = { direction, amount: formatUsdt(amount), ...inCoins, remark }
    const businessMs = deps.clock.business()
    // Read with the reserve locked: pieces that come at the same time are added up one after the other.
    const alone = await sumMovedAlone(tx, { reserve, asset, direction }, businessMs - dayMs)
    const counted = await valueInUsdt(deps, tx, { reserve, asset, amount: amount + alone })
    const needsTwo = counted > (await getSetting(tx, 'fund_second_approval_above'))
    const proposal = { action: 'fund' as const, target, payload: { reserve, ...details } }
    if (needsTwo && !(await requireSecondManager(tx, atMs, staff, origin, proposal)))
      return { ...(await readRow(tx, reserve, asset, promised)), waits: true, id: null }
    const id = await insertCapitalMovement(tx, {
      reserve,
      asset,
      direction,
      amount,
      remark,
      staffId: staff.id,
      atMs,
      businessMs,
      isAlone: !needsTwo,
    })
    const move = direction === 'in' ? fundReserve : withdrawFromReserve
    await move(tx, deps.clock.business(), reserve, amount, { kind: 'fund', id }, asset)
    const record = { staffId: staff.id, action: 'fund' as const, target, ...origin }
    const change = { before: { balance: formatUsdt(before) }, after: { id, ...details } }
    await writeAudit(tx, { ...record, ...change }, atMs)
    return { ...(await readRow(tx, reserve, asset, promised)), waits: false, id }
  })
}

/** What an amount of an asset of a reserve counts for in USDT. */
const valueInUsdt = async (
  { markets }: Deps,
  tx: Tx,
  { reserve, asset, amount }: { readonly reserve: Reserve; readonly asset: string; readonly amount: bigint },
): Promise<bigint> => {
  const issueId = idOf('subscription', reserve)
  if (issueId === null || asset === usdtAsset) return amount
  const issue = await findSubscriptionPrice(tx, issueId)
  if (issue === undefined) throw domainError('notFound')
  const marketPrice = markets.inForce(issue.symbol)?.tick.price ?? null
  return reserveCoinsValue(amount, issue.price, marketPrice)
}

/** The trading reserve must stay above its liability (as when a position opens), the others at or above it. */
const assertCovered = (
  direction: 'in' | 'out',
  balance: bigint,
  amount: bigint,
  promised: bigint,
  reserve: Reserve,
): void => {
  if (direction === 'in') return
  const least = reserve === 'trading' ? promised + 1n : promised
  if (balance - amount >= least) return
  throw domainError('insufficientReserve', {
    max: formatUsdt(balance > least ? balance - least : 0n),
  })
}
