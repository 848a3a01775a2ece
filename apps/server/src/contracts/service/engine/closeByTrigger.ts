import { type Closing, closingOf } from '@glasshouse/core/contracts/settlement'
import type { LiquidationSnapshot } from '@glasshouse/core/contracts/wire'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { OrderRow } from '../../schema.ts'
import { applyClose } from '../batch/closeQuote.ts'
import { applyCancel } from '../batch/resting.ts'
import type { MarketSnapshot } from '../batch/snapshot.ts'
import { type Batch, openPositions, type TriggerOutcome, type WalletState } from '../batch/state.ts'
import { type ClosedParts, partsOf } from '../terms.ts'
import { valueAccount, valuePosition } from '../valuation.ts'

/** Why a position closes without its owner. */
export type CloseTrigger = 'loss' | 'profit' | 'closeOut' | 'copy' | 'dealing'

const ruleNames = {
  loss: 'stopLoss',
  profit: 'stopProfit',
  closeOut: 'closeOut',
  copy: 'copy',
  dealing: 'dealing',
} as const
const reasons = {
  loss: 'loss',
  profit: 'profit',
  closeOut: 'liquidation',
  copy: 'copy',
  dealing: 'dealing',
} as const

/** Of a copy: how many of its lots close, and the closed order of the lead that caused it, if one did. */
export type CopyPart = { readonly lots: number; readonly copyOf: number | null }

/**
 * Closes a position by a stop, a close-out or because its lead closed, at the closing side of its market in the
 * snapshot: whole, except that of a copy only a part may close. Before the insurance fund pays, the wallet gives all it
 * has: first the holds of its pending orders, which are revoked, then its positions in profit, the largest first, which
 * are closed out.
 *
 * Waits when its market, or that of a profit it needs, is silent.
 */
export const closeByTrigger = (
  batch: Batch,
  wallet: WalletState,
  order: OrderRow,
  at: MarketSnapshot,
  why: CloseTrigger,
  { sparing = [], part }: { readonly sparing?: readonly number[]; readonly part?: CopyPart } = {},
): TriggerOutcome => {
  const spared = [...sparing, order.id]
  for (;;) {
    const market = at.get(order.pid)
    const current = wallet.orders.get(order.id)
    if (market === undefined || market.tick === null || !market.fresh || current === undefined) return 'waits'
    const { tick } = market
    const parts = partsOf(current, part?.lots ?? current.lots)
    const closing = closingOf(parts.closed, tick, {
      free: wallet.free as Usdt,
      bonus: wallet.credit.bonus as Usdt,
      otherMargin: (wallet.margin - parts.closed.margin) as Usdt,
    })
    const account = accountFor(wallet, at, why, sparing)
    const cause = { tick, why, account, parts, copyOf: part?.copyOf ?? null }
    if (closing.settlement.lossUnpaid + closing.settlement.feeUnpaid === 0n)
      return applyTriggerClose(batch, wallet, current, closing, cause)

    const pending = [...wallet.orders.values()].find(({ status }) => status === 0)
    if (pending !== undefined) {
      applyCancel(batch, wallet, pending, 'revokedForLoss', tick)
      continue
    }
    const earning = highestProfit(wallet, spared, at)
    if (earning === null) return applyTriggerClose(batch, wallet, current, closing, cause)
    if (closeByTrigger(batch, wallet, earning, at, 'closeOut', { sparing: spared }) === 'waits')
      return 'waits'
  }
}

/** What a close is told to be caused by; a close-out with the account as it stood then. */
type Cause = {
  readonly tick: Tick
  readonly why: CloseTrigger
  readonly account: LiquidationSnapshot | null
  readonly parts: ClosedParts
  readonly copyOf: number | null
}

const accountFor = (
  wallet: WalletState,
  at: MarketSnapshot,
  why: CloseTrigger,
  sparing: readonly number[],
): LiquidationSnapshot | null => {
  if (why !== 'closeOut') return null
  const { balance, margin, profit } = valueAccount(wallet, at)
  return {
    balance: formatUsdt(balance),
    margin: formatUsdt(margin),
    profit: formatUsdt(profit),
    forOrder: sparing[0] ?? null,
  }
}

/** The position that earns most at these prices, apart from some; null when none earns. */
const highestProfit = (
  wallet: WalletState,
  spared: readonly number[],
  at: MarketSnapshot,
): OrderRow | null => {
  let best: { readonly order: OrderRow; readonly profit: bigint } | null = null
  for (const order of openPositions(wallet)) {
    const { profit } = valuePosition(order, at)
    if (!spared.includes(order.id) && profit > (best?.profit ?? 0n)) best = { order, profit }
  }
  return best?.order ?? null
}

const applyTriggerClose = (
  batch: Batch,
  wallet: WalletState,
  order: OrderRow,
  closing: Closing,
  { tick, why, account, parts, copyOf }: Cause,
): TriggerOutcome => {
  const intent = { order, ...parts, closing, tick, account, copyOf }
  applyClose(batch, wallet, { ...intent, reason: reasons[why], rule: ruleNames[why] })
  return 'done'
}
