import { dayMs } from '@glasshouse/core/calendar/days'
import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { type Reserve, reserves } from '@glasshouse/core/console/wire'
import { domainError } from '@glasshouse/core/errors/registry'
import { house } from '@glasshouse/core/ledger/chart'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../content/index.ts'
import { getHouseDebt, worstCaseLiability } from '../../contracts/index.ts'
import { listInvestProductIds, lockPromised } from '../../invest/index.ts'
import {
  fundReserve,
  getBalances,
  lockBalances,
  requireSoundLedger,
  withdrawFromReserve,
} from '../../ledger/index.ts'
import type { Markets } from '../../markets/index.ts'
import { type Platform, type StaffIdentity, type Tx, transact } from '../../platform/index.ts'
import {
  type RequestOrigin,
  readAndAudit,
  requireManager,
  requireSecondManager,
  writeAudit,
} from '../../staff/index.ts'
import { insertCapitalMovement, listCapitalMovementRows, sumMovedAlone } from '../store.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'products' | 'product' | 'inForce'>
}
type ReserveRow = DataOf<'/staff/api/reserveList'>[number]

/**
 * Liability of a reserve, which cannot be withdrawn. The trading reserve must stay above the worst case of all open
 * positions; options moved their maximum profits out of it when they were bought. The liabilities of the other reserves
 * leave them at once; an interest reserve stays above what its product has promised and not paid.
 */
const promisedOf = async ({ markets }: Deps, tx: Tx, reserve: Reserve): Promise<Usdt> => {
  if (reserve === 'trading') return worstCaseLiability(tx, markets)
  const productId = productOf(reserve)
  if (productId === null) return 0n as Usdt
  // The reserve before the product, as when interest is paid.
  await lockBalances(tx, [house(reserve)])
  const promised = await lockPromised(tx, productId)
  if (promised === null) throw domainError('notFound')
  return promised as Usdt
}

/** The investment product of an interest reserve; null of every other reserve. */
const productOf = (reserve: Reserve): number | null =>
  reserve.startsWith('interest:') ? Number.parseInt(reserve.slice('interest:'.length), 10) : null

const readRow = async (tx: Tx, reserve: Reserve, promised: Usdt): Promise<ReserveRow> => {
  const [balance = 0n] = await getBalances(tx, [house(reserve)])
  return {
    reserve,
    balance: formatUsdt(balance),
    promised: formatUsdt(promised),
    free: formatUsdt((balance > promised ? balance - promised : 0n) as Usdt),
    ...(reserve === 'trading' ? { owed: formatUsdt(await getHouseDebt(tx)) } : {}),
  }
}

/** The reserves with liability and free amount. */
export const listReserves = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<ReserveRow[]> => {
  const { db } = deps.database
  await readAndAudit(deps, staff, origin, 'reserveList', 'reserves')
  return transact(db, async (tx) => {
    const rows: ReserveRow[] = []
    const interest = (await listInvestProductIds(tx)).map((id): Reserve => `interest:${id}`)
    for (const reserve of [...reserves, ...interest]) {
      const promised = await promisedOf(deps, tx, reserve)
      rows.push(await readRow(tx, reserve, promised))
    }
    return rows
  })
}

/** One page of operator capital movements. */
export const listCapitalMovements = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  { pageNum, pageSize, isAsc }: BodyOf<'/staff/api/fundList'>,
) => {
  const page = { limit: pageSize, offset: (pageNum - 1) * pageSize, direction: isAsc }
  const { rows, total } = await listCapitalMovementRows(deps.database.db, page)
  await readAndAudit(deps, staff, origin, 'fundList', 'reserves')
  return {
    rows: rows.map(({ id, reserve, direction, amount, remark, staff_id, at_ms }) => ({
      id,
      reserve,
      direction,
      amount: formatUsdt(amount as Usdt),
      remark,
      staffid: staff_id,
      time: at_ms,
    })),
    total,
  }
}

/**
 * Moves the operator's own capital: outside operatorCapital ↔ a reserve, out only as far as more than what is
 * promised stays. A second manager is needed where it exceeds `fund_second_approval_above` together with what one
 * manager alone moved in this direction within 24 h. What goes into the trading reserve first repays the debt of the house account. Customers' accounts are not touched.
 *
 * @throws notAllowed the role service
 * @throws invalidField an empty remark
 * @throws outOfRange zero
 * @throws insufficientReserve (`max`) more than the free amount
 */
export const moveCapital = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  { reserve, direction, amount, ...rest }: BodyOf<'/staff/api/fund'>,
): Promise<DataOf<'/staff/api/fund'>> => {
  requireManager(staff)
  const remark = rest.remark.trim()
  if (remark === '') throw domainError('invalidField', { field: 'remark' })
  if (amount <= 0n) throw domainError('outOfRange', { min: '0.00000001' })
  const atMs = deps.clock.now()
  return transact(deps.database.db, async (tx) => {
    // Locks open positions first: no concurrent position can open on the withdrawn amount.
    const promised = await promisedOf(deps, tx, reserve)
    const [before = 0n] = await lockBalances(tx, [house(reserve)])
    if (direction === 'out') requireSoundLedger(deps.database)
    assertCovered(direction, before, amount, promised, reserve)
    const target = `reserve ${reserve}`
    const details = { direction, amount: formatUsdt(amount), remark }
    const businessMs = deps.clock.business()
    // Read with the reserve locked: pieces that come at the same time are added up one after the other.
    const alone = await sumMovedAlone(tx, { reserve, direction }, businessMs - dayMs)
    const needsTwo = amount + alone > (await getSetting(tx, 'fund_second_approval_above'))
    const proposal = { action: 'fund' as const, target, wish: { reserve, ...details } }
    if (needsTwo && !(await requireSecondManager(tx, atMs, staff, origin, proposal)))
      return { ...(await readRow(tx, reserve, promised)), waits: true, id: null }
    const id = await insertCapitalMovement(tx, {
      reserve,
      direction,
      amount,
      remark,
      staffId: staff.id,
      atMs,
      businessMs,
      isAlone: !needsTwo,
    })
    const move = direction === 'in' ? fundReserve : withdrawFromReserve
    await move(tx, deps.clock.business(), reserve, amount, { kind: 'fund', id })
    const record = { staffId: staff.id, action: 'fund' as const, target, ...origin }
    const change = { before: { balance: formatUsdt(before as Usdt) }, after: { id, ...details } }
    await writeAudit(tx, { ...record, ...change }, atMs)
    return { ...(await readRow(tx, reserve, promised)), waits: false, id }
  })
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
    max: formatUsdt((balance > least ? balance - least : 0n) as Usdt),
  })
}
