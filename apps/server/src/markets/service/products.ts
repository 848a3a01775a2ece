import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { feeRateText } from '@glasshouse/core/markets/feeRate'
import type { Product } from '@glasshouse/core/markets/product'
import { readProductTerms } from '@glasshouse/core/markets/productRules'
import { formatQuantity, type Quantity } from '@glasshouse/core/money/units'
import { getSetting } from '../../content/index.ts'
import { type Platform, type StaffIdentity, transact } from '../../platform/index.ts'
import { type RequestOrigin, readAndAudit, requireManager, writeAudit } from '../../staff/index.ts'
import { listProductChanges, lockProduct, readProducts, updateProductTerms } from '../store.ts'
import type { Markets } from './markets.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'products' | 'offer'>
}
type ProductRow = DataOf<'/staff/api/productSave'>

const rowOf = (product: Product, running: boolean, changed: number | null): ProductRow => ({
  pid: product.pid,
  procode: product.symbol,
  ptitle: product.title,
  icon: product.icon,
  lot: formatQuantity(product.lot),
  minnumber: product.minLots,
  step: product.stepLots,
  multiples: product.multiples.join(','),
  fee: feeRateText(product.feeRatePpm),
  protime: product.expiryMinutes.join(','),
  proscale: product.payoutPercents.join(','),
  kind: product.kind,
  scale: product.scale,
  onsale: product.onSale ? 1 : 0,
  running,
  changed,
})

const isRunning = ({ markets }: Deps, pid: number): boolean =>
  markets.products().some((product) => product.pid === pid)

/** Every product there ever was, as staff set it up. */
export const listProducts = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<ProductRow[]> => {
  const { db } = deps.database
  const [products, changed] = await Promise.all([readProducts(db), listProductChanges(db)])
  await readAndAudit(deps, staff, origin, 'productList', 'market')
  return products.map((product) =>
    rowOf(product, isRunning(deps, product.pid), changed.get(product.pid) ?? null),
  )
}

/** What of a product is written into the audit log: everything it offers. */
const auditedOf = (product: Product) => {
  const { running: _, changed: __, ...offered } = rowOf(product, true, null)
  return offered
}

/**
 * Changes what a market offers from now on, with before and after in the audit log; the running market follows
 * after the commit. Open orders carry their own quantity, leverage, fee rate and payout, and keep them. A fee rate
 * that is left out stays as it is.
 *
 * Refuses `notAllowed` for the role service, `notFound`, `invalidField` with the field, `invalidState` when
 * nothing would change.
 */
export const updateProduct = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  body: BodyOf<'/staff/api/productSave'>,
): Promise<ProductRow> => {
  requireManager(staff)
  const { clock, database, markets } = deps
  const ceiling = await getSetting(database.db, 'option_payout_max')
  const atMs = clock.now()
  const product = await transact(database.db, async (tx) => {
    const before = await lockProduct(tx, body.pid)
    if (before === null) throw domainError('notFound')
    const fee = body.fee ?? feeRateText(before.feeRatePpm)
    const terms = readProductTerms({ ...body, fee, lot: body.lot as Quantity }, ceiling)
    if ('problem' in terms) throw domainError('invalidField', { field: terms.problem })
    const after: Product = { ...before, ...terms }
    const change = { before: auditedOf(before), after: auditedOf(after) }
    if (JSON.stringify(change.before) === JSON.stringify(change.after))
      throw domainError('invalidState', { reason: 'unchanged' })
    await updateProductTerms(tx, body.pid, terms, atMs)
    const record = {
      staffId: staff.id,
      action: 'productSave' as const,
      target: `market ${before.symbol}`,
      ...origin,
    }
    await writeAudit(tx, { ...record, ...change }, atMs)
    return after
  })
  markets.offer(product)
  return rowOf(product, isRunning(deps, product.pid), atMs)
}
