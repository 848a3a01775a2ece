import { domainError } from '@glasshouse/core/errors/registry'
import { type CopyTerms, isCopyRaise, parseCopyTerms } from '@glasshouse/core/invest/copy/productRules'
import { type Presentation, parsePresentation } from '@glasshouse/core/invest/productRules'
import {
  copyFieldToWire,
  investFieldToWire,
  mergeCopyTerms,
  mergePresentation,
} from '@glasshouse/core/invest/products/merge/codec'
import {
  leadFieldOfProduct,
  type SaveProductCommand,
  saveProductToDetails,
} from '@glasshouse/core/invest/products/save/codec'
import { type StaffProduct, staffProductToAudit } from '@glasshouse/core/invest/products/staff/codec'
import { usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../../content/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { StaffIdentity } from '../../../platform/http/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { approvalRequest, type RequestOrigin, requireSecondManager } from '../../../staff/index.ts'
import type { LeadRow, PoolRow } from '../../schema.ts'
import { findActiveLead } from '../../store/copy/leads.ts'
import { findPool, insertPool, lockPool, updatePool } from '../../store/copy/pools.ts'
import {
  findAnyOrder,
  findProduct,
  insertProduct,
  lockProduct,
  type ProductWithCycles,
  updateProduct,
} from '../../store/products.ts'
import { withReserves } from '../catalog.ts'
import { auditSaved, requireFields, viewSaved } from '../saved.ts'
import { copyTermsOf, viewForStaff } from '../staffView.ts'
import { capacityOf } from './capacity.ts'
import type { Pools } from './pools.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & { readonly pools: Pools }
type Saved = { readonly found: ProductWithCycles; readonly pool: PoolRow; readonly lead: LeadRow }

/**
 * Saves a copy product, a new one of an active lead without an id. Orders keep the terms they were sold with. What raises
 * the fee, the levy, the multiple or the fall at which copying ends is done when another manager makes the same call.
 *
 * @throws invalidField with the field · outOfRange (`max`, percent) a fee above `copy_fee_max`
 * @throws notFound an unknown product, or no active lead
 * @throws invalidState (`reason`) `kind`, `lead`, `sold` (the period), `unchanged`, `sameManager`, `leadConflict`
 */
export const saveCopyProduct = (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  command: SaveProductCommand,
): Promise<StaffProduct> =>
  transact(deps.database.db, async (tx) => {
    const before = await lockSaved(deps, tx, command.id)
    const draft = {
      shown: parseShown(command, before),
      terms: parseTerms(command, before, await getSetting(tx, 'copy_fee_max')),
    }
    if (before !== null) await assertChangeable(tx, before, command, draft.terms)
    if (before !== null && isCopyRaise(copyTermsOf(before.pool), draft.terms)) {
      const request = approvalRequest(
        'productSave',
        `invest ${command.id}`,
        saveProductToDetails(command, null),
      )
      if (!(await requireSecondManager(tx, deps.clock.now(), staff, origin, request)))
        return viewSaved(deps.pools, tx, before.found, { isProposed: true })
    }
    const old = before === null ? {} : await auditedNow(deps, tx, before.found)
    const id =
      before === null ? await insertCopy(deps, tx, command, draft) : await updateCopy(deps, tx, before, draft)
    const after = await findProduct(tx, id)
    if (after === null) throw new Error(`product ${id} was not written`)
    const by = { staff, origin, id, nowMs: deps.clock.now() }
    await auditSaved(tx, by, { before: old, after: await auditedNow(deps, tx, after) })
    return viewSaved(deps.pools, tx, after, { isProposed: false })
  })

const auditedNow = async ({ pools }: Deps, tx: Tx, found: ProductWithCycles): Promise<object> => {
  const [funded] = await withReserves(pools, tx, [found])
  return funded === undefined ? {} : staffProductToAudit(viewForStaff(funded, { isProposed: false }))
}

/** The wallet of the pool is locked before its product, as a dealing does. */
const lockSaved = async ({ pools }: Deps, tx: Tx, id: number | null): Promise<Saved | null> => {
  if (id === null) return null
  const known = await findPool(tx, id)
  if (known !== null) await pools.lock(tx, known.pool.account)
  const found = await lockProduct(tx, id)
  if (found === null) throw domainError('notFound')
  const pool = await lockPool(tx, id)
  if (pool === null || known === null) throw domainError('invalidState', { reason: 'kind' })
  return { found, pool, lead: known.lead }
}

const parseShown = (command: SaveProductCommand, before: Saved | null): Presentation => {
  const known =
    before === null
      ? null
      : viewForStaff({ found: before.found, reserve: usdt('0'), pool: null }, { isProposed: false })
  const parsed = parsePresentation(requireFields(mergePresentation(command, known)))
  if ('problem' in parsed) throw domainError('invalidField', { field: investFieldToWire(parsed.problem) })
  return parsed.presentation
}

const parseTerms = (command: SaveProductCommand, before: Saved | null, maxFee: number): CopyTerms => {
  const known = before === null ? null : copyTermsOf(before.pool)
  const parsed = parseCopyTerms(requireFields(mergeCopyTerms(command, known)), maxFee)
  if ('problem' in parsed) throw domainError('invalidField', { field: copyFieldToWire(parsed.problem) })
  if ('maxFee' in parsed) throw domainError('outOfRange', { max: parsed.maxFee })
  return parsed.terms
}

/** Kind and lead never change, nor the period once something was sold. */
const assertChangeable = async (
  tx: Tx,
  { found, pool, lead }: Saved,
  { leadUid }: SaveProductCommand,
  terms: CopyTerms,
): Promise<void> => {
  if (leadUid !== undefined && leadUid !== lead.uid) throw domainError('invalidState', { reason: 'lead' })
  if (terms.periodDays !== pool.period_days && (await findAnyOrder(tx, found.product.id)) !== null)
    throw domainError('invalidState', { reason: 'sold' })
}

type Draft = { readonly shown: Presentation; readonly terms: CopyTerms }

const productFields = ({ shown }: Draft, nowMs: number) => ({
  name: shown.name,
  picture_url: shown.pictureUrl,
  remark: shown.remark,
  position: shown.position,
  on_sale: shown.onSale,
  featured: shown.featured,
  quota: 0n,
  redeem_days: 0,
  redeem_fee: 0n,
  texts: shown.texts,
  claims: shown.claims,
  changed_ms: nowMs,
})

const poolFields = ({ terms }: Draft) => ({
  period_days: terms.periodDays,
  min_principal: terms.min,
  max_principal: terms.max,
  lead_fee_ppm: terms.leadFeePpm,
  max_multiple: terms.maxMultiple,
  copy_stop_percent: terms.copyStopPercent,
  exit_levy_ppm: terms.exitLevyPpm,
})

const insertCopy = async (
  { clock, pools }: Deps,
  tx: Tx,
  { leadUid }: SaveProductCommand,
  draft: Draft,
): Promise<number> => {
  if (leadUid === undefined) throw domainError('invalidField', { field: leadFieldOfProduct })
  const lead = await findActiveLead(tx, leadUid)
  if (lead === null) throw domainError('notFound')
  const nowMs = clock.business()
  const id = await insertProduct(tx, { ...productFields(draft, nowMs), kind: 'copy', created_ms: nowMs })
  const account = await pools.open(tx, { leadUid: lead.uid, maxMultiple: draft.terms.maxMultiple })
  await insertPool(tx, {
    ...poolFields(draft),
    product_id: id,
    lead_id: lead.id,
    account,
    dealt_ms: null,
    due_ms: null,
    due_since_ms: null,
    alarmed_ms: null,
    stopped_ms: null,
    stop_reason: null,
  })
  const opened = await findPool(tx, id)
  if (opened !== null) await updatePool(tx, id, { capacity: (await capacityOf(pools, tx, opened)).capacity })
  return id
}

const updateCopy = async (
  { clock, pools }: Deps,
  tx: Tx,
  { found, pool }: Saved,
  draft: Draft,
): Promise<number> => {
  const { id } = found.product
  await updateProduct(tx, id, productFields(draft, clock.business()))
  await updatePool(tx, id, poolFields(draft))
  if (draft.terms.maxMultiple !== pool.max_multiple)
    await pools.setMultiple(tx, pool.account, draft.terms.maxMultiple)
  return id
}
