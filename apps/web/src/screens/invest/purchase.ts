import { validatePurchase } from '@glasshouse/core/invest/checks'
import {
  accruals,
  amountStep,
  type InterestMethod,
  type OrderInstants,
  orderInstants,
  type Rate,
  redemptionAmounts,
  totalInterest,
} from '@glasshouse/core/invest/rules'
import { divide, formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../components/amountInput.ts'
import type { Cycle } from './cycles.ts'

/** Why an amount cannot be invested yet, in the order of the server's checks. */
type AmountIssue = 'enter' | 'wrong' | 'step' | 'min' | 'max' | 'low' | 'capacity'

/** What an order of an amount would earn, by the rules the server pays by. */
export type PurchasePreview = {
  readonly method: InterestMethod
  readonly amount: Usdt
  /** Interest of every day, first day first. */
  readonly daily: readonly Usdt[]
  readonly interest: Usdt
  readonly instants: OrderInstants
  /** Funded principal that remains after it; null where it is not reported. */
  readonly remaining: Usdt | null
}

/** Limits of an order: its smallest and largest amount, and what can still be sold; null where that is not reported. */
export type PurchaseLimits = Pick<Cycle, 'min' | 'max' | 'capacity'>

/** A typed amount: the first issue with an accepted amount nearby. */
export type AmountView = {
  /** The typed amount if its terms can be shown: accepted, or more than the wallet or the capacity holds. */
  readonly amount: Usdt | null
  readonly issue: AmountIssue | null
  /** Accepted amount near the typed one as field text; null if there is none. */
  readonly fix: string | null
  /** What the wallet lacks; null unless the issue is `low`. */
  readonly missing: Usdt | null
}

export type PurchaseView = AmountView & {
  /** Null without an amount the cycle accepts. */
  readonly preview: PurchasePreview | null
}

type AmountInput = {
  readonly limits: PurchaseLimits
  readonly typed: string
  /** Free in the wallet; null for a visitor. */
  readonly available: Usdt | null
}

export type PurchaseInput = {
  readonly cycle: Cycle
  readonly typed: string
  /** Free in the wallet; null for a visitor. */
  readonly available: Usdt | null
  readonly nowMs: number
  readonly redeemDays: number
}

const floorToStep = (amount: Usdt): Usdt => (divide(amount, amountStep, 'floor') * amountStep) as Usdt

/** Judges an amount as the server does; what a page does not know, the number of running orders among it, passes. */
const issueOf = (limits: PurchaseLimits, available: Usdt | null, amount: Usdt): AmountIssue | null => {
  const capacity = limits.capacity ?? amount
  const issue = validatePurchase({
    ...{ onSale: true, running: 0, maxRunning: 1 },
    ...{ amount, limits, available: available ?? amount, capacity, funded: amount <= capacity },
  })
  switch (issue?.code) {
    case undefined:
      return null
    case 'insufficientBalance':
      return 'low'
    case 'insufficientReserve':
      return 'capacity'
    default:
      return amount < limits.min ? 'min' : amount > limits.max ? 'max' : 'step'
  }
}

/** Largest amount a customer can invest: the maximum, the wallet and what can still be sold; 0 if nothing. */
export const maxPurchase = (limits: PurchaseLimits, available: Usdt | null): Usdt => {
  const bounds = [limits.max, available, limits.capacity].filter((bound) => bound !== null)
  const largest = floorToStep(bounds.reduce((least, bound) => (bound < least ? bound : least)))
  return largest >= limits.min ? largest : (0n as Usdt)
}

/** Judges a typed amount by the limits of an order. */
export const amountView = ({ limits, typed, available }: AmountInput): AmountView => {
  const read = readAmount(typed)
  if (read.kind !== 'amount')
    return { issue: read.kind === 'empty' ? 'enter' : 'wrong', amount: null, fix: null, missing: null }
  const { amount } = read
  const issue = issueOf(limits, available, amount)
  const hasTerms = issue === null || issue === 'low' || issue === 'capacity'
  return {
    issue,
    amount: hasTerms ? amount : null,
    fix: issue === null ? null : fixOf(limits, available, amount, read.text),
    missing: issue === 'low' && available !== null ? ((amount - available) as Usdt) : null,
  }
}

/**
 * Previews an order of an amount of a cycle.
 *
 * @param redeemDays midnights after which early redemption opens
 * @returns what it would earn, or the first issue with an accepted amount nearby
 */
export const purchaseView = ({ cycle, typed, available, nowMs, redeemDays }: PurchaseInput): PurchaseView => {
  const view = amountView({ limits: cycle, typed, available })
  return {
    ...view,
    preview: view.amount === null ? null : previewOf({ cycle, nowMs, redeemDays }, view.amount),
  }
}

/** What an order of an accepted amount would earn. */
export const previewOf = (
  { cycle, nowMs, redeemDays }: Pick<PurchaseInput, 'cycle' | 'nowMs' | 'redeemDays'>,
  amount: Usdt,
): PurchasePreview => {
  const terms = { ...cycle, principal: amount }
  return {
    method: cycle.method,
    amount,
    daily: accruals(terms),
    interest: totalInterest(terms),
    instants: orderInstants(nowMs, cycle.days, redeemDays),
    remaining: cycle.capacity === null ? null : ((cycle.capacity - amount) as Usdt),
  }
}

/** A decimal point before exactly three digits, which other languages write between thousands. */
const groupedPattern = /^\d{1,3}\.\d{3}$/

const fixOf = (limits: PurchaseLimits, available: Usdt | null, amount: Usdt, text: string): string | null =>
  firstThatPasses(
    [
      ...(groupedPattern.test(text) ? [text.replace('.', '')] : []),
      ...[floorToStep(amount), amount < limits.min ? limits.min : maxPurchase(limits, available)].map(
        formatUsdt,
      ),
    ],
    (candidate) => {
      const read = readAmount(candidate)
      return read.kind === 'amount' && issueOf(limits, available, read.amount) === null
    },
  )

/** Early exit in money: what a customer who leaves after some accruals gets back in all, and what it costs. */
export type ExitExample = {
  readonly days: number
  readonly accrued: Usdt
  readonly fee: Usdt
  /** Principal and interest together, the interest already paid included. */
  readonly total: Usdt
}

/**
 * Early exit after half the cycle, at least one accrual and not before redemption opens; null where it never opens.
 *
 * @example exitExample(preview, 1, rate('1')) // { days: 3, accrued: 1.27285713, fee: 1.27285713, total: 2700 }
 */
export const exitExample = (
  { daily, amount, method }: PurchasePreview,
  redeemDays: number,
  share: Rate,
): ExitExample | null => {
  if (redeemDays >= daily.length) return null
  const days = Math.max(1, redeemDays, Math.floor(daily.length / 2))
  const accrued = daily.slice(0, days).reduce<bigint>((sum, interest) => sum + interest, 0n) as Usdt
  const { fee } = redemptionAmounts({ method, principal: amount, accrued, share })
  return { days, accrued, fee, total: (amount + accrued - fee) as Usdt }
}
