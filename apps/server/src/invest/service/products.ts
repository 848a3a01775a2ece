import { domainError } from '@glasshouse/core/errors/registry'
import {
  isRaise,
  type ProductDraft,
  parseProduct,
  type RawProduct,
} from '@glasshouse/core/invest/productRules'
import { investFieldToWire, mergeProduct } from '@glasshouse/core/invest/products/merge/codec'
import { type SaveProductCommand, saveProductToDetails } from '@glasshouse/core/invest/products/save/codec'
import { type StaffProduct, staffProductToAudit } from '@glasshouse/core/invest/products/staff/codec'
import { usdt } from '@glasshouse/core/money/units'
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
import { auditSaved, requireFields, viewSaved } from './saved.ts'
import { viewForStaff } from './staffView.ts'

const none = usdt('0')

export type ProductDeps = Pick<Platform, 'clock' | 'database'> & { readonly pools: Pools }

/** Every investment product with its terms and how it is funded. */
export const listInvestProducts = async (
  deps: ProductDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<readonly StaffProduct[]> => {
  const { db } = deps.database
  const products = await withReserves(deps.pools, db, await listProducts(db))
  await readAndAudit(deps, staff, origin, 'productList', 'invest')
  return products.map((one) => viewForStaff(one, { isProposed: false }))
}

/** A product as it is stored, for what its reserve does not matter. */
const unfunded = (found: ProductWithCycles): StaffProduct =>
  viewForStaff({ found, reserve: none, pool: null }, { isProposed: false })

/** What a field that is left out stays as, or begins as. */
const fieldsOf = (command: SaveProductCommand, before: ProductWithCycles | null): RawProduct => {
  const known = before === null ? null : unfunded(before)
  const merged = mergeProduct(command, known)
  if (merged === null) throw domainError('invalidState', { reason: 'kind' })
  return requireFields(merged)
}

/**
 * Saves an investment product, a new one without an id, with before and after in the audit log. Orders keep the terms
 * they were sold with. A raise of a rate or of the redemption fee is proposed first, and done when another manager
 * makes the same call; until then the answer is a proposal.
 *
 * @throws notAllowed the role service
 * @throws invalidField with the field · outOfRange (`max`, percent) a yearly rate above `invest_apr_max`
 * @throws notFound an unknown product or cycle · invalidState (`reason`) `kind`, `sold`, `unchanged`, `sameManager`
 */
export const saveInvestProduct = async (
  deps: ProductDeps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  command: SaveProductCommand,
): Promise<StaffProduct> => {
  const { clock, database, pools } = deps
  if (await isCopyProduct(deps, command)) return saveCopyProduct(deps, staff, origin, command)
  return transact(database.db, async (tx) => {
    const before = command.id === null ? null : await lockProduct(tx, command.id)
    if (command.id !== null && before === null) throw domainError('notFound')
    const draft = parseDraft(fieldsOf(command, before), await getSetting(tx, 'invest_apr_max'))
    if (before !== null) await assertChangeable(tx, before, draft)
    else if (draft.cycles.some(({ id }) => id !== null)) throw domainError('notFound')
    if (before !== null && isRaise(soldTermsOf(before), draft)) {
      const details = saveProductToDetails(command, draft.quota)
      const request = approvalRequest('productSave', `invest ${before.product.id}`, details)
      if (!(await requireSecondManager(tx, clock.now(), staff, origin, request)))
        return viewSaved(pools, tx, before, { isProposed: true })
    }
    const id = await writeDraft(tx, before, draft, clock.business())
    const after = await findProduct(tx, id)
    if (after === null) throw new Error(`product ${id} was not written`)
    const [old, now] = [before, after].map((found) =>
      found === null ? {} : staffProductToAudit(unfunded(found)),
    )
    await auditSaved(tx, { staff, origin, id, nowMs: clock.now() }, { before: old ?? {}, after: now ?? {} })
    return viewSaved(pools, tx, after, { isProposed: false })
  })
}

const isCopyProduct = async ({ database }: ProductDeps, { id, kind }: SaveProductCommand): Promise<boolean> =>
  kind === 'copy' ||
  (kind === undefined && id !== null && (await findProduct(database.db, id))?.product.kind === 'copy')

const parseDraft = (raw: RawProduct, maxApr: number): ProductDraft => {
  const parsed = parseProduct(raw, maxApr)
  if ('problem' in parsed) throw domainError('invalidField', { field: investFieldToWire(parsed.problem) })
  if ('maxApr' in parsed) throw domainError('outOfRange', { max: parsed.maxApr })
  return parsed.draft
}

const soldTermsOf = ({ product, cycles }: ProductWithCycles) => ({
  redeemFee: product.redeem_fee,
  cycles: cycles.map(({ id, method, rate, days }) => ({ id, method, rate, days })),
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
    picture_url: draft.pictureUrl,
    remark: draft.remark,
    position: draft.position,
    on_sale: draft.onSale,
    featured: draft.featured,
    quota: draft.quota,
    redeem_days: draft.redeemDays,
    redeem_fee: draft.redeemFee,
    texts: draft.texts,
    claims: draft.claims,
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
