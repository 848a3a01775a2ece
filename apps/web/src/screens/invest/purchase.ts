import { validatePrincipal } from '@glasshouse/core/invest/checks'
import {
  accruals,
  amountStep,
  type OrderInstants,
  orderInstants,
  type Rate,
  redemptionFee,
  totalInterest,
} from '@glasshouse/core/invest/rules'
import { divide, formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { firstThatPasses } from '@glasshouse/ui/firstThatPasses'
import { readAmount } from '../../components/amountInput.ts'
import type { Cycle } from './cycles.ts'

/** Why an amount cannot be invested yet, in the order of the server's checks. */
export type AmountIssue = 'enter' | 'wrong' | 'step' | 'min' | 'max' | 'low' | 'capacity'

/** What an order of an amount would earn, by the rules the server pays by. */
export type PurchasePreview = {
  readonly amount: Usdt
  /** Interest of every day, first day first. */
  readonly daily: readonly Usdt[]
  readonly interest: Usdt
  readonly instants: OrderInstants
  /** Funded principal that remains after it; null where it is not reported. */
  readonly remaining: Usdt | null
}

export type PurchaseView = {
  readonly issue: AmountIssue | null
  /** Null without an amount the cycle accepts. */
  readonly preview: PurchasePreview | null
  /** Accepted amount near the typed one as field text; null if there is none. */
  readonly fix: string | null
  /** What the wallet lacks; null unless the issue is `low`. */
  readonly missing: Usdt | null
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

const issueOf = (
  { cycle, available }: Pick<PurchaseInput, 'cycle' | 'available'>,
  amount: Usdt,
): AmountIssue | null => {
  if (amount < cycle.min) return 'min'
  if (amount > cycle.max) return 'max'
  if (validatePrincipal(amount, cycle) !== null) return 'step'
  if (available !== null && amount > available) return 'low'
  return cycle.capacity !== null && amount > cycle.capacity ? 'capacity' : null
}

/** Largest amount a customer can invest in a cycle: its maximum, the wallet and what is funded; 0 if nothing. */
export const maxPurchase = ({ cycle, available }: Pick<PurchaseInput, 'cycle' | 'available'>): Usdt => {
  const bounds = [cycle.max, available, cycle.capacity].filter((bound) => bound !== null)
  const largest = floorToStep(bounds.reduce((least, bound) => (bound < least ? bound : least)))
  return largest >= cycle.min ? largest : (0n as Usdt)
}

/**
 * Previews an order of an amount of a cycle.
 *
 * @param redeemDays midnights after which early redemption opens
 * @returns what it would earn, or the first issue with an accepted amount nearby
 */
export const purchaseView = ({ cycle, typed, available, nowMs, redeemDays }: PurchaseInput): PurchaseView => {
  const read = readAmount(typed)
  if (read.kind !== 'amount')
    return { issue: read.kind === 'empty' ? 'enter' : 'wrong', preview: null, fix: null, missing: null }
  const { amount } = read
  const issue = issueOf({ cycle, available }, amount)
  const isTerms = issue === null || issue === 'low' || issue === 'capacity'
  return {
    issue,
    preview: isTerms ? previewOf({ cycle, nowMs, redeemDays }, amount) : null,
    fix: issue === null ? null : fixOf({ cycle, available }, amount, read.text),
    missing: issue === 'low' && available !== null ? ((amount - available) as Usdt) : null,
  }
}

/** What an order of an accepted amount would earn. */
export const previewOf = (
  { cycle, nowMs, redeemDays }: Pick<PurchaseInput, 'cycle' | 'nowMs' | 'redeemDays'>,
  amount: Usdt,
): PurchasePreview => {
  const terms = { ...cycle, principal: amount }
  return {
    amount,
    daily: accruals(terms),
    interest: totalInterest(terms),
    instants: orderInstants(nowMs, cycle.days, redeemDays),
    remaining: cycle.capacity === null ? null : ((cycle.capacity - amount) as Usdt),
  }
}

/** A decimal point before exactly three digits, which other languages write between thousands. */
const groupedPattern = /^\d{1,3}\.\d{3}$/

const fixOf = (
  limits: Pick<PurchaseInput, 'cycle' | 'available'>,
  amount: Usdt,
  text: string,
): string | null =>
  firstThatPasses(
    [
      ...(groupedPattern.test(text) ? [text.replace('.', '')] : []),
      ...[floorToStep(amount), amount < limits.cycle.min ? limits.cycle.min : maxPurchase(limits)].map(
        formatUsdt,
      ),
    ],
    (candidate) => {
      const read = readAmount(candidate)
      return read.kind === 'amount' && issueOf(limits, read.amount) === null
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
  { daily, amount }: PurchasePreview,
  redeemDays: number,
  share: Rate,
): ExitExample | null => {
  if (redeemDays >= daily.length) return null
  const days = Math.max(1, redeemDays, Math.floor(daily.length / 2))
  const accrued = daily.slice(0, days).reduce<bigint>((sum, interest) => sum + interest, 0n) as Usdt
  const fee = redemptionFee(accrued, share)
  return { days, accrued, fee, total: (amount + accrued - fee) as Usdt }
}
