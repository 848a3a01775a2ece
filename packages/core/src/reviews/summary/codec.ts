/** Wire form of what a reviewer knows about a customer. */
import type { DataOf } from '../../calls.ts'
import type { LockReason } from '../../identity/locks.ts'
import { type IdentityState, identityState, identityStateToWire } from '../../kyc/codec.ts'
import { formatUsdt, type Usdt, usdt } from '../../money/units.ts'

/** What a customer brought and asked for within some hours. */
export type CustomerVelocity = {
  readonly hours: number
  readonly deposited: Usdt
  readonly deposits: number
  /** Requested, without what was rejected or cancelled. */
  readonly withdrawn: Usdt
  readonly withdrawals: number
}

/** What a customer owns now and ever brought in and took out. */
export type CustomerFigures = {
  /** Total assets now, less loans; below 0 where more is owed. */
  readonly assets: Usdt
  /** Credited since registration. */
  readonly deposited: Usdt
  /** Sent since registration, with fees. */
  readonly withdrawn: Usdt
}

/**
 * What a reviewer of a deposit, withdrawal or loan knows about its customer; instants of the business calendar. Numbers
 * of decided items are of the newest.
 */
export type CustomerSummary = CustomerFigures & {
  readonly registeredMs: number
  readonly firstDepositMs: number | null
  readonly velocity: readonly CustomerVelocity[]
  /** Null for deposits, loans and erased destinations. */
  readonly destination: {
    /** The first request of this customer to it. */
    readonly firstMs: number
    readonly sent: number
    /** Whether another customer withdrew to it. */
    readonly isShared: boolean
  } | null
  /** The newest device of the account: its first and its last sign-in. */
  readonly device: { readonly firstMs: number; readonly lastMs: number } | null
  readonly withdrawals: { readonly sent: number; readonly rejected: number; readonly cancelled: number }
  readonly deposits: { readonly credited: number; readonly rejected: number }
  readonly loans: {
    /** Now, with interest. */
    readonly owed: Usdt
    readonly repaid: number
    /** Repaid from the collateral. */
    readonly settled: number
    readonly rejected: number
    readonly isOverdue: boolean
  }
  /** Of a withdrawal. */
  readonly lastRejection: { readonly reason: string; readonly atMs: number } | null
  readonly locks: {
    readonly count: number
    readonly running: LockReason | null
    readonly lastMs: number | null
  }
  /** The newest identity check. */
  readonly identity: { readonly state: IdentityState; readonly atMs: number } | null
}

type SummaryAnswer = NonNullable<DataOf<'/staff/api/reviewItem'>['customer']>

/** Formats a summary for `/staff/api/reviewItem`. */
export const customerSummaryToWire = ({
  destination,
  device,
  lastRejection,
  identity,
  ...summary
}: CustomerSummary): SummaryAnswer => ({
  assets: formatUsdt(summary.assets),
  registered: summary.registeredMs,
  deposited: formatUsdt(summary.deposited),
  withdrawn: formatUsdt(summary.withdrawn),
  firstDeposit: summary.firstDepositMs,
  velocity: summary.velocity.map(({ hours, deposited, deposits, withdrawn, withdrawals }) => ({
    ...{ hours, deposited: formatUsdt(deposited), deposits },
    ...{ withdrawn: formatUsdt(withdrawn), withdrawals },
  })),
  destination: destination && {
    ...{ first: destination.firstMs, sent: destination.sent, shared: destination.isShared },
  },
  device: device && { first: device.firstMs, last: device.lastMs },
  withdrawals: summary.withdrawals,
  deposits: summary.deposits,
  loans: {
    ...{ owed: formatUsdt(summary.loans.owed), repaid: summary.loans.repaid, settled: summary.loans.settled },
    ...{ rejected: summary.loans.rejected, isOverdue: summary.loans.isOverdue },
  },
  lastRejection: lastRejection && { reason: lastRejection.reason, time: lastRejection.atMs },
  locks: { count: summary.locks.count, running: summary.locks.running, last: summary.locks.lastMs },
  kyc: identity && { status: identityStateToWire(identity.state), time: identity.atMs },
})

/**
 * Parses a summary that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const customerSummaryFromWire = ({
  destination,
  device,
  lastRejection,
  kyc,
  ...summary
}: SummaryAnswer): CustomerSummary => ({
  assets: usdt(summary.assets),
  registeredMs: summary.registered,
  deposited: usdt(summary.deposited),
  withdrawn: usdt(summary.withdrawn),
  firstDepositMs: summary.firstDeposit,
  velocity: summary.velocity.map(({ deposited, withdrawn, ...counts }) => ({
    ...counts,
    ...{ deposited: usdt(deposited), withdrawn: usdt(withdrawn) },
  })),
  destination: destination && {
    ...{ firstMs: destination.first, sent: destination.sent, isShared: destination.shared },
  },
  device: device && { firstMs: device.first, lastMs: device.last },
  withdrawals: summary.withdrawals,
  deposits: summary.deposits,
  loans: { ...summary.loans, owed: usdt(summary.loans.owed) },
  lastRejection: lastRejection && { reason: lastRejection.reason, atMs: lastRejection.time },
  locks: { count: summary.locks.count, running: summary.locks.running, lastMs: summary.locks.last },
  identity: kyc && { state: identityState(kyc), atMs: kyc.time },
})
