import type { BodyOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import {
  type CopyTerms,
  isCopyRaise,
  parseCopyTerms,
  percentOfPpm,
} from '@glasshouse/core/invest/copy/productRules'
import { type Presentation, parsePresentation } from '@glasshouse/core/invest/productRules'
import type { InvestProductRow } from '@glasshouse/core/invest/staffWire'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../../content/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { StaffIdentity } from '../../../platform/http/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { approvalRequest, type RequestOrigin, requireSecondManager } from '../../../staff/index.ts'
import type { PoolRow } from '../../schema.ts'
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
import { auditSaved, viewSaved } from '../saved.ts'
import { auditedOf } from '../staffView.ts'
import { capacityOf } from './capacity.ts'
import type { Pools } from './pools.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & { readonly pools: Pools }
type SaveBody = BodyOf<'/staff/api/productSave'>
type Saved = { readonly found: ProductWithCycles; readonly pool: PoolRow }

/** What a new copy product has where staff leave it out; percentages as on the wire. */
const usualTerms = { leadfee: '10', maxmultiple: 10, copystop: '50', exitlevy: '0.1' }

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
  body: SaveBody,
): Promise<InvestProductRow> =>
  transact(deps.database.db, async (tx) => {
    const before = await lockSaved(deps, tx, body.id)
    const draft = {
      shown: parseShown(body, before),
      terms: parseTerms(body, before, await getSetting(tx, 'copy_fee_max')),
    }
    if (before !== null) await assertChangeable(tx, before, body, draft.terms)
    if (before !== null && isCopyRaise(termsOf(before.pool), draft.terms)) {
      const request = approvalRequest('productSave', `invest ${body.id}`, JSON.parse(JSON.stringify(body)))
      if (!(await requireSecondManager(tx, deps.clock.now(), staff, origin, request)))
        return viewSaved(deps.pools, tx, before.found, 1)
    }
    const old = before === null ? {} : await auditedNow(deps, tx, before.found)
    const id =
      before === null ? await insertCopy(deps, tx, body, draft) : await updateCopy(deps, tx, before, draft)
    const after = await findProduct(tx, id)
    if (after === null) throw new Error(`product ${id} was not written`)
    const by = { staff, origin, id, nowMs: deps.clock.now() }
    await auditSaved(tx, by, { before: old, after: await auditedNow(deps, tx, after) })
    return viewSaved(deps.pools, tx, after, 0)
  })

const auditedNow = async ({ pools }: Deps, tx: Tx, found: ProductWithCycles): Promise<object> => {
  const [funded] = await withReserves(pools, tx, [found])
  return funded === undefined ? {} : auditedOf(funded)
}

/** The wallet of the pool is locked before its product, as a dealing does. */
const lockSaved = async ({ pools }: Deps, tx: Tx, id: number | undefined): Promise<Saved | null> => {
  if (id === undefined) return null
  const known = await findPool(tx, id)
  if (known !== null) await pools.lock(tx, known.pool.account)
  const found = await lockProduct(tx, id)
  if (found === null) throw domainError('notFound')
  const pool = await lockPool(tx, id)
  if (pool === null) throw domainError('invalidState', { reason: 'kind' })
  return { found, pool }
}

const required = <T>(field: string, ...values: readonly (T | undefined)[]): T => {
  const value = values.find((one) => one !== undefined)
  if (value === undefined) throw domainError('invalidField', { field })
  return value
}

const parseShown = (body: SaveBody, before: Saved | null): Presentation => {
  const known = before?.found.product
  const parsed = parsePresentation({
    name: required('name', body.name, known?.name),
    picurl: body.picurl ?? known?.picurl ?? '',
    remark: body.remark ?? known?.remark ?? '',
    position: body.position ?? known?.position ?? 0,
    onsale: required('onsale', body.onsale, known === undefined ? undefined : Number(known.on_sale)),
    ishot: body.ishot ?? (known?.featured === true ? 1 : 0),
    texts: body.texts ?? JSON.stringify(known?.texts ?? {}),
    claims: body.claims ?? JSON.stringify(known?.claims ?? {}),
  })
  if ('problem' in parsed) throw domainError('invalidField', { field: parsed.problem })
  return parsed.presentation
}

const termsOf = (pool: PoolRow): CopyTerms => ({
  periodDays: pool.period_days,
  min: pool.min_principal as Usdt,
  max: pool.max_principal as Usdt,
  leadFeePpm: pool.lead_fee_ppm,
  maxMultiple: pool.max_multiple,
  copyStopPercent: pool.copy_stop_percent,
  exitLevyPpm: pool.exit_levy_ppm,
})

const parseTerms = (body: SaveBody, before: Saved | null, maxFee: number): CopyTerms => {
  const pool = before?.pool
  const parsed = parseCopyTerms(
    {
      freezedate: required('freezedate', body.freezedate, pool?.period_days),
      minbuymoney: required('minbuymoney', body.minbuymoney, pool && formatUsdt(pool.min_principal)),
      maxbuymoney: required('maxbuymoney', body.maxbuymoney, pool && formatUsdt(pool.max_principal)),
      leadfee: body.leadfee ?? (pool ? percentOfPpm(pool.lead_fee_ppm) : usualTerms.leadfee),
      maxmultiple: body.maxmultiple ?? pool?.max_multiple ?? usualTerms.maxmultiple,
      copystop: body.copystop ?? (pool ? String(pool.copy_stop_percent) : usualTerms.copystop),
      exitlevy: body.exitlevy ?? (pool ? percentOfPpm(pool.exit_levy_ppm) : usualTerms.exitlevy),
    },
    maxFee,
  )
  if ('problem' in parsed) throw domainError('invalidField', { field: parsed.problem })
  if ('maxFee' in parsed) throw domainError('outOfRange', { max: parsed.maxFee })
  return parsed.terms
}

/** Kind and lead never change, nor the period once something was sold. */
const assertChangeable = async (
  tx: Tx,
  { found, pool }: Saved,
  body: SaveBody,
  terms: CopyTerms,
): Promise<void> => {
  const known = await findPool(tx, found.product.id)
  if (body.leaduid !== undefined && body.leaduid !== known?.lead.uid)
    throw domainError('invalidState', { reason: 'lead' })
  if (terms.periodDays !== pool.period_days && (await findAnyOrder(tx, found.product.id)) !== null)
    throw domainError('invalidState', { reason: 'sold' })
}

type Draft = { readonly shown: Presentation; readonly terms: CopyTerms }

const productFields = ({ shown }: Draft, nowMs: number) => ({
  name: shown.name,
  picurl: shown.picurl,
  remark: shown.remark,
  position: shown.position,
  on_sale: shown.onSale,
  featured: shown.featured,
  quota: 0n,
  redeem_days: 0,
  redeem_fee: 0n,
  texts: JSON.stringify(shown.texts),
  claims: JSON.stringify(shown.claims),
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

const insertCopy = async ({ clock, pools }: Deps, tx: Tx, body: SaveBody, draft: Draft): Promise<number> => {
  const lead = await findActiveLead(tx, required('leaduid', body.leaduid))
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
