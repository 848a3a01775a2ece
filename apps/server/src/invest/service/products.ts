import type { BodyOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import {
  isRaise,
  type ProductDraft,
  parseProduct,
  type RawProduct,
} from '@glasshouse/core/invest/productRules'
import type { Rate } from '@glasshouse/core/invest/rules'
import type { InvestProductRow } from '@glasshouse/core/invest/staffWire'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../content/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { approvalRequest, type RequestOrigin, readAndAudit, requireSecondManager } from '../../staff/index.ts'
import {
  findProduct,
  insertProduct,
  listCycles,
  listProducts,
  lockProduct,
  type ProductWithCycles,
  updateCycles,
  updateProduct,
} from '../store/products.ts'
import { withReserves } from './catalog.ts'
import type { Pools } from './copy/pools.ts'
import { saveCopyProduct } from './copy/products.ts'
import { auditSaved, viewSaved } from './saved.ts'
import { auditedOf, viewForStaff } from './staffView.ts'

export type ProductDeps = Pick<Platform, 'clock' | 'database'> & { readonly pools: Pools }
type SaveBody = BodyOf<'/staff/api/productSave'>

/** Every investment product with its terms and how it is funded. */
export const listInvestProducts = async (
  deps: ProductDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<InvestProductRow[]> => {
  const { db } = deps.database
  const products = await withReserves(deps.pools, db, await listProducts(db))
  await readAndAudit(deps, staff, origin, 'productList', 'invest')
  return products.map((one) => viewForStaff(one, 0))
}

/** What a field that is left out stays as, or begins as. */
const fieldsOf = (body: SaveBody, before: ProductWithCycles | null): RawProduct => {
  const known = before === null ? null : viewForStaff({ found: before, reserve: 0n, pool: null }, 0)
  const required = <T>(field: string, ...values: readonly (T | undefined)[]): T => {
    const value = values.find((one) => one !== undefined)
    if (value === undefined) throw domainError('invalidField', { field })
    return value
  }
  const kind = required('type', body.type, known?.kind)
  if (kind === 'copy') throw domainError('invalidState', { reason: 'kind' })
  return {
    type: kind,
    name: required('name', body.name, known?.name),
    picurl: body.picurl ?? known?.picurl ?? '',
    remark: body.remark ?? known?.remark ?? '',
    position: body.position ?? known?.position ?? 0,
    onsale: required('onsale', body.onsale, known?.onsale),
    ishot: body.ishot ?? known?.ishot ?? 0,
    cycles: required('cycles', body.cycles, known === null ? undefined : JSON.stringify(known.cycles)),
    quota: (body.quota ?? before?.product.quota ?? 0n) as Usdt,
    redeemdays: required('redeemdays', body.redeemdays, known?.redeemdays),
    redeemfee: body.redeemfee ?? known?.redeemfee ?? '1',
    texts: body.texts ?? JSON.stringify(known?.texts ?? {}),
    claims: body.claims ?? JSON.stringify(known?.claims ?? {}),
  }
}

/**
 * Saves an investment product, a new one without an id, with before and after in the audit log. Orders keep the terms
 * they were sold with. A raise of a rate or of the redemption fee is proposed first, and done when another manager
 * makes the same call; until then the answer has `approvals` 1.
 *
 * @throws notAllowed the role service
 * @throws invalidField with the field · outOfRange (`max`, percent) a yearly rate above `invest_apr_max`
 * @throws notFound an unknown product or cycle · invalidState (`reason`) `kind`, `sold`, `unchanged`, `sameManager`
 */
export const saveInvestProduct = async (
  deps: ProductDeps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  body: SaveBody,
): Promise<InvestProductRow> => {
  const { clock, database, pools } = deps
  if (await isCopyProduct(deps, body)) return saveCopyProduct(deps, staff, origin, body)
  return transact(database.db, async (tx) => {
    const before = body.id === undefined ? null : await lockProduct(tx, body.id)
    if (body.id !== undefined && before === null) throw domainError('notFound')
    const draft = parseDraft(fieldsOf(body, before), await getSetting(tx, 'invest_apr_max'))
    if (before !== null) await assertChangeable(tx, before, draft)
    else if (draft.cycles.some(({ id }) => id !== null)) throw domainError('notFound')
    if (before !== null && isRaise(soldTermsOf(before), draft)) {
      const details = JSON.parse(JSON.stringify({ ...body, quota: formatUsdt(draft.quota) }))
      const request = approvalRequest('productSave', `invest ${before.product.id}`, details)
      if (!(await requireSecondManager(tx, clock.now(), staff, origin, request)))
        return viewSaved(pools, tx, before, 1)
    }
    const id = await writeDraft(tx, before, draft, clock.business())
    const after = await findProduct(tx, id)
    if (after === null) throw new Error(`product ${id} was not written`)
    const [old, now] = [before, after].map((found) =>
      found === null ? {} : auditedOf({ found, reserve: 0n, pool: null }),
    )
    await auditSaved(tx, { staff, origin, id, nowMs: clock.now() }, { before: old ?? {}, after: now ?? {} })
    return viewSaved(pools, tx, after, 0)
  })
}

const isCopyProduct = async ({ database }: ProductDeps, { id, type }: SaveBody): Promise<boolean> =>
  type === 'copy' ||
  (type === undefined && id !== undefined && (await findProduct(database.db, id))?.product.kind === 'copy')

const parseDraft = (raw: RawProduct, maxApr: number): ProductDraft => {
  const parsed = parseProduct(raw, maxApr)
  if ('problem' in parsed) throw domainError('invalidField', { field: parsed.problem })
  if ('maxApr' in parsed) throw domainError('outOfRange', { max: parsed.maxApr })
  return parsed.draft
}

const soldTermsOf = ({ product, cycles }: ProductWithCycles) => ({
  redeemFee: product.redeem_fee as Rate,
  cycles: cycles.map(({ id, method, rate, days }) => ({ id, method, rate: rate as Rate, days })),
})

/** The kind never changes, nor method and days of a cycle of which something was sold. */
const assertChangeable = async (
  tx: Tx,
  { product }: ProductWithCycles,
  draft: ProductDraft,
): Promise<void> => {
  if (draft.kind !== product.kind) throw domainError('invalidState', { reason: 'kind' })
  const known = new Map((await listCycles(tx, product.id)).map((cycle) => [cycle.id, cycle]))
  for (const { id, method, days } of draft.cycles) {
    if (id === null) continue
    const cycle = known.get(id)
    if (cycle === undefined) throw domainError('notFound')
    if (cycle.sold && (cycle.method !== method || cycle.days !== days))
      throw domainError('invalidState', { reason: 'sold' })
  }
}

const writeDraft = async (
  tx: Tx,
  before: ProductWithCycles | null,
  draft: ProductDraft,
  nowMs: number,
): Promise<number> => {
  const offered = {
    name: draft.name,
    picurl: draft.picurl,
    remark: draft.remark,
    position: draft.position,
    on_sale: draft.onSale,
    featured: draft.featured,
    quota: draft.quota,
    redeem_days: draft.redeemDays,
    redeem_fee: draft.redeemFee,
    texts: JSON.stringify(draft.texts),
    claims: JSON.stringify(draft.claims),
    changed_ms: nowMs,
  }
  const id =
    before?.product.id ?? (await insertProduct(tx, { ...offered, kind: draft.kind, created_ms: nowMs }))
  if (before !== null) await updateProduct(tx, id, offered)
  await updateCycles(
    tx,
    id,
    draft.cycles.map((cycle, at) => ({
      id: cycle.id,
      method: cycle.method,
      rate: cycle.rate,
      days: cycle.days,
      min_principal: cycle.min,
      max_principal: cycle.max,
      position: at,
    })),
  )
  return id
}
