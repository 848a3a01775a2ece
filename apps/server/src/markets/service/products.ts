import { domainError } from '@glasshouse/core/errors/registry'
import { feeRateText } from '@glasshouse/core/markets/feeRate'
import type { Product } from '@glasshouse/core/markets/product'
import { type ProductTerms, readProductTerms } from '@glasshouse/core/markets/productRules'
import {
  announcedTermsToAudit,
  productFieldToWire,
  productToAudit,
  type SaveMarketCommand,
  type StaffMarket,
  saveMarketToDetails,
  termsToAudit,
} from '@glasshouse/core/markets/staff/codec'
import { getSetting } from '../../content/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type RequestOrigin, readAndAudit, requireSecondManager, writeAudit } from '../../staff/index.ts'
import { lockLastTerms, updateProductsToTerms } from '../store/terms.ts'
import { listProductChanges, listProductRows, lockProduct, updateProductTerms } from '../store.ts'
import { announceTerms, areSameTerms, termsChoiceOf } from './announce.ts'
import type { Markets } from './markets.ts'
import type { ListedTerms } from './termsSchedule.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'products' | 'offer' | 'followTerms' | 'announcedTerms'>
}

const isRunning = ({ markets }: Deps, pid: number): boolean =>
  markets.products().some((product) => product.pid === pid)

/** Every product there ever was, as staff set it up. */
export const listProducts = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<readonly StaffMarket[]> => {
  const { db } = deps.database
  const [products, changed] = await Promise.all([listProductRows(db), listProductChanges(db)])
  await readAndAudit(deps, staff, origin, 'productList', 'market')
  return products.map((product) => ({
    ...product,
    isRunning: isRunning(deps, product.pid),
    changedMs: changed.get(product.pid) ?? null,
    announced: deps.markets.announcedTerms(product.pid),
    isProposed: false,
  }))
}

/** What of a product changes at once when staff save it. */
const unboundOf = ({ title, icon, minLots, stepLots, scale, isOnSale }: ProductTerms) => ({
  title,
  icon,
  minLots,
  stepLots,
  scale,
  isOnSale,
})

const isEqual = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

type Saving = {
  readonly staff: StaffIdentity
  readonly origin: RequestOrigin
  readonly command: SaveMarketCommand
}

/** The request of a change of terms, as a second manager has to repeat it. */
const requestOf = ({ command }: Saving, feeRate: string, symbol: string) => ({
  action: 'productSave' as const,
  target: `market ${symbol}`,
  payload: saveMarketToDetails({ ...command, feeRate }),
})

/** Changes what is not part of the agreed terms: title, icon, smallest order, step, decimals, and whether it is on sale. */
const changeAtOnce = async (
  { clock }: Deps,
  tx: Tx,
  { staff, origin }: Saving,
  before: Product,
  after: Product,
): Promise<void> => {
  const atMs = clock.now()
  await updateProductTerms(tx, before.pid, after, atMs)
  const record = { staffId: staff.id, action: 'productSave' as const, target: `market ${before.symbol}` }
  const change = { before: productToAudit(before), after: productToAudit(after) }
  await writeAudit(tx, { ...record, ...origin, ...change }, atMs)
}

/** Announces other terms once a second manager asks for the same; null until then. */
const changeTerms = async (
  { clock }: Deps,
  tx: Tx,
  saving: Saving,
  product: Product,
  terms: ProductTerms,
): Promise<ListedTerms | null> => {
  const { staff, origin } = saving
  const request = requestOf(saving, feeRateText(terms.feeRatePpm), product.symbol)
  if (!(await requireSecondManager(tx, clock.now(), staff, origin, request))) return null
  const listed = await announceTerms(tx, clock, product.pid, termsChoiceOf(terms))
  const after = announcedTermsToAudit(listed)
  const record = { staffId: staff.id, action: request.action, target: request.target, ...origin }
  await writeAudit(tx, { ...record, before: termsToAudit(product), after }, clock.now())
  return listed
}

/**
 * Changes what a market offers, with before and after in the audit log. Title, icon, smallest order, step, decimals and
 * sale change at once. Lot, leverages, fee rate, expiries and payouts need a second manager who asks for the same and
 * are announced: they are in force `terms_notice_minutes` later. Open orders keep their terms. A fee rate that is left
 * out stays as it is.
 *
 * @throws notAllowed the role service
 * @throws notFound no such market
 * @throws invalidField with the field
 * @throws invalidState nothing would change, or the same manager asks twice
 */
export const updateProduct = async (
  deps: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  command: SaveMarketCommand,
): Promise<StaffMarket> => {
  const { clock, database, markets } = deps
  const saving = { staff, origin, command }
  const done = await transact(database.db, async (tx) => {
    const ceiling = await getSetting(tx, 'option_payout_max')
    // The row follows terms that came into force within a second; here it has to be what is in force.
    await updateProductsToTerms(tx, clock.now())
    const before = await lockProduct(tx, command.pid)
    if (before === null) throw domainError('notFound')
    const last = (await lockLastTerms(tx, command.pid)) ?? { ...before, fromMs: 0 }
    const feeRate = command.feeRate ?? feeRateText(last.feeRatePpm)
    const terms = readProductTerms({ ...command, feeRate }, ceiling)
    if ('problem' in terms) throw domainError('invalidField', { field: productFieldToWire(terms.problem) })
    const after: Product = { ...before, ...unboundOf(terms) }
    const isChanged = !isEqual(unboundOf(before), unboundOf(terms))
    const areTermsChanged = !areSameTerms(last, terms)
    if (!isChanged && !areTermsChanged) throw domainError('invalidState', { reason: 'unchanged' })
    if (isChanged) await changeAtOnce(deps, tx, saving, before, after)
    const listed = areTermsChanged ? await changeTerms(deps, tx, saving, before, terms) : null
    return { product: after, listed, isWaiting: areTermsChanged && listed === null }
  })
  markets.offer(done.product)
  if (done.listed !== null) markets.followTerms([done.listed])
  return {
    ...done.product,
    isRunning: isRunning(deps, command.pid),
    changedMs: clock.now(),
    announced: markets.announcedTerms(command.pid),
    isProposed: done.isWaiting,
  }
}
