import { dayMs } from '@glasshouse/core/calendar/durations'
import type { IdentityState } from '@glasshouse/core/kyc/codec'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { CustomerSummary } from '@glasshouse/core/reviews/summary/codec'
import { summaryRows } from '@glasshouse/core/reviews/summaryRows'
import { formatAmount, formatDay, formatDuration } from '../../formatters.ts'
import { lockReasonText } from '../../words/lockReasons.ts'
import { worded } from '../../words/worded.ts'

type Fact = {
  readonly name: string
  readonly value: string
  /** Marks what a reviewer should look at; it does not decide. */
  readonly isNotable?: boolean
}

type FactGroup = { readonly title: string; readonly facts: readonly Fact[] }

/** An address, a device or an account younger than this is marked. */
const freshMs = 7 * dayMs

const usdtText = (amount: Usdt): string => `${formatAmount(formatUsdt(amount))} USDT`

/** A day and how long ago it was. */
const sinceText = (atMs: number, nowMs: number): string =>
  `${formatDay(atMs)}, ${formatDuration(nowMs - atMs)} ago`

const velocityText = (amount: Usdt, count: number, word: string): string =>
  count === 0 ? 'none' : `${usdtText(amount)}, ${count} ${word}${count === 1 ? '' : 's'}`

const identityTexts: Readonly<Record<IdentityState, string>> = {
  pending: 'in review',
  approved: 'approved',
  rejected: 'rejected',
}

const moneyOf = (summary: CustomerSummary): FactGroup => ({
  title: 'Money in and out',
  facts: [
    {
      name: 'Owned now, less loans',
      value: usdtText(summary.assets),
      isNotable: summary.assets < 0n,
    },
    { name: 'Deposited since registration', value: usdtText(summary.deposited) },
    { name: 'Withdrawn since registration', value: usdtText(summary.withdrawn) },
    ...summary.velocity.flatMap(({ hours, deposited, deposits, withdrawn, withdrawals }) => {
      const span = hours === 24 ? '24 h' : `${hours / 24} d`
      return [
        { name: `Deposits of ${span}`, value: velocityText(deposited, deposits, 'deposit') },
        { name: `Withdrawals of ${span}`, value: velocityText(withdrawn, withdrawals, 'request') },
      ]
    }),
  ],
})

const agesOf = (
  { destination, device, registeredMs, firstDepositMs }: CustomerSummary,
  nowMs: number,
): FactGroup => {
  const aged = (name: string, atMs: number): Fact => ({
    name,
    value: sinceText(atMs, nowMs),
    isNotable: nowMs - atMs < freshMs,
  })
  const facts: Fact[] = [aged('Account', registeredMs)]
  if (firstDepositMs !== null) facts.push({ name: 'First deposit', value: sinceText(firstDepositMs, nowMs) })
  facts.push(
    device === null
      ? { name: 'Newest device', value: 'none signed in', isNotable: true }
      : aged('Newest device', device.firstMs),
  )
  if (destination !== null)
    facts.push(
      aged('Destination first used', destination.firstMs),
      { name: 'Sent to it before', value: String(destination.sent), isNotable: destination.sent === 0 },
      {
        name: 'Other customers with it',
        value: destination.isShared ? 'yes' : 'none',
        isNotable: destination.isShared,
      },
    )
  return { title: 'Age and first use', facts }
}

const loanFactsOf = ({ loans }: CustomerSummary): readonly Fact[] => [
  {
    name: 'Other loans',
    value: `${loans.repaid} repaid, ${loans.settled} settled from collateral, ${loans.rejected} rejected`,
    isNotable: loans.settled > 0,
  },
  {
    name: 'Owed on loans',
    value: loans.isOverdue ? `${usdtText(loans.owed)}, overdue` : usdtText(loans.owed),
    isNotable: loans.isOverdue,
  },
]

const recordOf = (summary: CustomerSummary): FactGroup => {
  const { withdrawals, deposits, lastRejection, locks, identity } = summary
  const facts: Fact[] = [
    {
      name: 'Other withdrawals',
      value: `${withdrawals.sent} sent, ${withdrawals.rejected} rejected, ${withdrawals.cancelled} cancelled`,
    },
    {
      name: 'Other deposits',
      value: `${deposits.credited} credited, ${deposits.rejected} rejected`,
    },
    ...loanFactsOf(summary),
  ]
  if (lastRejection !== null)
    facts.push({
      name: 'Last rejection',
      value: `${worded(lastRejection.reason)}, ${formatDay(lastRejection.atMs)}`,
      isNotable: true,
    })
  const past =
    locks.lastMs === null ? 'never locked' : `${locks.count}, the last on ${formatDay(locks.lastMs)}`
  facts.push(
    {
      name: 'Locks',
      value: locks.running === null ? past : `locked: ${lockReasonText(locks.running).toLowerCase()}`,
      isNotable: locks.running !== null,
    },
    {
      name: 'Proof of identity',
      value: identity === null ? 'none' : `${identityTexts[identity.state]}, ${formatDay(identity.atMs)}`,
      isNotable: identity?.state !== 'approved',
    },
  )
  return { title: `Earlier decisions, of the newest ${summaryRows}`, facts }
}

/**
 * Facts about the customer by which a reviewer decides. Notable ones: a destination, device or account younger than seven
 * days, nothing sent to the destination yet, a shared destination, a rejection, a lock, a loan that is overdue or was settled from collateral, and no approved identity.
 */
export const factGroupsOf = (summary: CustomerSummary, nowMs: number): readonly FactGroup[] => [
  moneyOf(summary),
  agesOf(summary, nowMs),
  recordOf(summary),
]
