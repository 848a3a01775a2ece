import {
  decideCopyClose,
  decideCopyOpening,
  decideCopyStops,
  openCopyOf,
} from '@glasshouse/core/contracts/decide/copy'
import type { Moment } from '@glasshouse/core/contracts/decide/decision'
import type { MarketSnapshot } from '@glasshouse/core/contracts/marketSnapshot'
import { tickEvidence } from '@glasshouse/core/markets/evidence'
import { priceScale, priceStep } from '@glasshouse/core/money/units'
import { getSetting } from '../../../content/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { PoolRow } from '../../schema.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import {
  accountOf,
  type Batch,
  type CopyRules,
  type LeadAction,
  nextOrderNumber,
  poolsFollowing,
  stateOf,
} from '../batch/batch.ts'
import { recordEvents } from '../batch/record.ts'
import type { ContractDeps } from '../deps.ts'
import { contractTermsOf } from '../markets.ts'
import { limitsOfMarket, readSizeLimits } from '../size.ts'

type CopyDeps = Pick<ContractDeps, 'settings' | 'markets'>

/** A pool that followed its lead: the account, the lead, and the order it opened or gave stops, if it did. */
export type FollowedPool = {
  readonly account: number
  readonly leadUid: number
  readonly judged: { readonly id: number } | null
}

/**
 * Has the pools follow what their leads just did in a batch, each deed in every pool of its lead before the next one.
 * Called after every command and every trigger, so that a copy comes right after the order it copies.
 */
export const followLeads = (deps: CopyDeps, batch: Batch, at: MarketSnapshot): readonly FollowedPool[] => {
  const { copying } = batch
  if (copying === null) return []
  const moment = { at, nowMs: batch.now }
  return batch.leadActions.splice(0).flatMap((action) =>
    poolsFollowing(batch, action.lead).flatMap((pool): readonly FollowedPool[] => {
      const key = { uid: pool.account, wallet: 'contract' } as const
      const followed = { account: pool.account, leadUid: pool.lead_uid }
      if (action.kind === 'close')
        return followClose(batch, key, action, moment) ? [{ ...followed, judged: null }] : []
      if (action.kind === 'open' && pool.state !== 'copying') return []
      const judged =
        action.kind === 'stops'
          ? followStops(batch, key, action, moment)
          : followOpening(deps, batch, { ...pool, key, rules: copying.rules }, action, moment)
      return judged === null ? [] : [{ ...followed, judged }]
    }),
  )
}

type Opening = Extract<LeadAction, { kind: 'open' }>

/** Copies an opening into one pool, and writes down what became of it. Returns the order of the pool; null of a skip. */
const followOpening = (
  deps: CopyDeps,
  batch: Batch,
  pool: PoolRow & { readonly key: MarginAccountKey; readonly rules: CopyRules },
  action: Opening,
  moment: Moment,
): { readonly id: number } | null => {
  const { rules, key } = pool
  const product = moment.at.get(action.order.pid)?.product
  const number = nextOrderNumber(batch)
  const bounds = {
    ...rules,
    maxLeverage: pool.max_multiple,
    terms: product === undefined ? null : contractTermsOf(product),
    step: priceStep(product === undefined ? priceScale : product.scale),
    limits: product === undefined ? rules.caps : limitsOfMarket(deps, rules.caps, product.symbol),
  }
  const copied = decideCopyOpening(stateOf(batch, key), action, bounds, number, moment)
  const { order: led, tick } = action
  const row = {
    account: pool.account,
    id: number.id,
    lead_order: led.id,
    pid: led.pid,
    side: led.side,
    lead_price: led.openPrice,
    lead_equity: copied.leadEquity,
    pool_equity: copied.poolEquity,
    skipped: copied.skipped,
    tick: tickEvidence(tick),
    at_ms: batch.now,
  }
  if (copied.event === null) {
    const skipped = { leverage: led.leverage, lots: 0, price: null, is_reduced: false }
    batch.copies.push({ ...row, ...skipped, kind: 'skip' })
    return null
  }
  const { leverage, lots, openPrice } = copied.event.order
  const opened = { leverage, lots, price: openPrice, is_reduced: copied.isReduced }
  recordEvents(batch, key, [copied.event])
  batch.copies.push({ ...row, ...opened, kind: 'open' })
  return number
}

/** Sets the stops of a lead's order on its copy; returns the copy, or null when it has them already. */
const followStops = (
  batch: Batch,
  key: MarginAccountKey,
  action: Extract<LeadAction, { kind: 'stops' }>,
  moment: Moment,
): { readonly id: number } | null => {
  const copy = openCopyOf(accountOf(batch, key), action.order.id)
  const product = copy === undefined ? undefined : moment.at.get(copy.pid)?.product
  if (copy === undefined || product === undefined) return null
  const taken = { step: priceStep(product.scale), number: () => nextOrderNumber(batch) }
  const event = decideCopyStops(stateOf(batch, key), copy, action, taken, moment)
  if (event === null) return null
  recordEvents(batch, key, [event])
  return copy
}

/** Closes of the copy what the lead closed of the order; what cannot close at once closes at the next fresh tick. */
const followClose = (
  batch: Batch,
  key: MarginAccountKey,
  { order: led, closed }: Extract<LeadAction, { kind: 'close' }>,
  moment: Moment,
): boolean => {
  const copy = openCopyOf(accountOf(batch, key), led.id)
  const product = copy === undefined ? undefined : moment.at.get(copy.pid)?.product
  if (copy === undefined || product === undefined) return false
  const lead = { heldLots: led.lots, closedLots: closed.lots, closedId: closed.id }
  const events = decideCopyClose(stateOf(batch, key), copy, lead, contractTermsOf(product), moment)
  recordEvents(batch, key, events)
  return events.length > 0
}

/**
 * Reads the limits of copying as staff set them, in the transaction of the batch: a second connection would have to wait
 * for batches that wait for this one where all connections are in use.
 */
export const readCopyRules = async (db: Tx): Promise<CopyRules> => {
  const [minLeadEquity, maxGrossMultiple, maxOrders, caps] = await Promise.all([
    getSetting(db, 'lead_min_equity'),
    getSetting(db, 'copy_gross_max'),
    getSetting(db, 'contract_order_max'),
    readSizeLimits(db),
  ])
  return { minLeadEquity, maxGrossMultiple, maxOrders, caps }
}
