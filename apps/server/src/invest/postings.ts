import type { RedemptionAmounts } from '@glasshouse/core/invest/rules'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { LedgerTransaction, Transfer } from '@glasshouse/core/ledger/rules'

/** An order as far as its money goes; one of `principal` and `credit` is 0. */
export type OrderMoney = {
  readonly id: number
  readonly uid: number
  readonly product_id: number
  readonly principal: bigint
  readonly credit: bigint
}

const reserveOf = ({ product_id }: OrderMoney) => house(`interest:${product_id}`)

/** Leaves out what moves nothing. */
const moves = (all: readonly Transfer[]): readonly Transfer[] => all.filter(({ amount }) => amount > 0n)

/** Bought: wallet → principal, or of an experience product experience → experiencePrincipal. */
export const orderBoughtPosting = ({ id, uid, principal, credit }: OrderMoney): LedgerTransaction => ({
  cause: { kind: 'investBought', id },
  key: `invest-bought:${id}`,
  transfers: moves([
    {
      from: customer(uid, 'wallet'),
      to: customer(uid, 'principal'),
      amount: principal,
      type: journal.investmentBought,
    },
    {
      from: customer(uid, 'experience'),
      to: customer(uid, 'experiencePrincipal'),
      amount: credit,
      type: journal.investmentBought,
    },
  ]),
})

/** Interest of one day, paid: interest reserve of the product → wallet. `day` is yyyymmdd. */
export const interestPaidPosting = (order: OrderMoney, day: number, amount: bigint): LedgerTransaction => ({
  cause: { kind: 'investAccrued', id: order.id },
  key: `invest-accrual:${order.id}:${day}`,
  transfers: [
    {
      from: reserveOf(order),
      to: customer(order.uid, 'wallet'),
      amount,
      type: journal.investmentIncome,
    },
  ],
})

/**
 * Ended: interest reserve → wallet, all of a compound order's interest; principal → wallet. Of an experience order:
 * experiencePrincipal → marketing reserve. A pledged order keeps its principal held.
 */
export const orderEndedPosting = (
  order: OrderMoney,
  interest: bigint,
  isPledged: boolean,
): LedgerTransaction => {
  const wallet = customer(order.uid, 'wallet')
  return {
    cause: { kind: 'investEnded', id: order.id },
    key: `invest-ended:${order.id}`,
    transfers: moves([
      { from: reserveOf(order), to: wallet, amount: interest, type: journal.investmentIncome },
      {
        from: customer(order.uid, 'principal'),
        to: wallet,
        amount: isPledged ? 0n : order.principal,
        type: journal.principalReturned,
      },
      {
        from: customer(order.uid, 'experiencePrincipal'),
        to: house('marketing'),
        amount: order.credit,
        type: journal.experienceFund,
      },
    ]),
  }
}

/** Released: a loan let go of an order that ended while it secured it; principal → wallet. */
export const orderReleasedPosting = ({ id, uid, principal }: OrderMoney): LedgerTransaction => ({
  cause: { kind: 'investReleased', id },
  key: `invest-released:${id}`,
  transfers: [
    {
      from: customer(uid, 'principal'),
      to: customer(uid, 'wallet'),
      amount: principal,
      type: journal.principalReturned,
    },
  ],
})

/**
 * Redeemed early: the hold of principal → interest reserve, the fee of a fixed order; interest reserve → wallet, what
 * remains of a compound order's interest; the hold → wallet, the rest (of an experience order → marketing reserve).
 */
export const orderRedeemedPosting = (order: OrderMoney, back: RedemptionAmounts): LedgerTransaction => {
  const { id, uid, principal, credit } = order
  const wallet = customer(uid, 'wallet')
  const held = customer(uid, principal > 0n ? 'principal' : 'experiencePrincipal')
  const rest = { from: held, amount: back.principal }
  return {
    cause: { kind: 'investRedeemed', id },
    key: `invest-redeemed:${id}`,
    transfers: moves([
      {
        from: held,
        to: reserveOf(order),
        amount: principal + credit - back.principal,
        type: journal.redemptionFee,
      },
      { from: reserveOf(order), to: wallet, amount: back.interest, type: journal.investmentIncome },
      principal > 0n
        ? { ...rest, to: wallet, type: journal.principalReturned }
        : { ...rest, to: house('marketing'), type: journal.experienceFund },
    ]),
  }
}

/** An order of a copy product as far as its money goes. */
export type CopyMoney = { readonly id: number; readonly uid: number; readonly principal: bigint }

/** Asked: wallet → principal, until the dealing. */
export const copyRequestedPosting = ({ id, uid, principal }: CopyMoney): LedgerTransaction => ({
  cause: { kind: 'copyAsked', id },
  key: `copy-asked:${id}`,
  transfers: [
    {
      from: customer(uid, 'wallet'),
      to: customer(uid, 'principal'),
      amount: principal,
      type: journal.investmentBought,
    },
  ],
})

/** Refunded before its dealing: principal → wallet, all of it. */
export const copyRefundedPosting = ({ id, uid, principal }: CopyMoney): LedgerTransaction => ({
  cause: { kind: 'copyRefunded', id },
  key: `copy-refunded:${id}`,
  transfers: [
    {
      from: customer(uid, 'principal'),
      to: customer(uid, 'wallet'),
      amount: principal,
      type: journal.principalReturned,
    },
  ],
})

/** Entered at a dealing: principal → contract wallet of the pool. */
export const copyEnteredPosting = (
  { id, uid, principal }: CopyMoney,
  account: number,
): LedgerTransaction => ({
  cause: { kind: 'copyEntered', id },
  key: `copy-entered:${id}`,
  transfers: [
    {
      from: customer(uid, 'principal'),
      to: customer(account, 'contract'),
      amount: principal,
      type: journal.investmentBought,
    },
  ],
})

/** Performance fee of a dealing: contract wallet of the pool → wallet of the lead. `day` is yyyymmdd. */
export const copyFeePosting = (
  { id }: Pick<CopyMoney, 'id'>,
  { account, leadUid, day, amount }: { account: number; leadUid: number; day: number; amount: bigint },
): LedgerTransaction => ({
  cause: { kind: 'copyFee', id },
  key: `copy-fee:${id}:${day}`,
  transfers: [
    {
      from: customer(account, 'contract'),
      to: customer(leadUid, 'wallet'),
      amount,
      type: journal.leadFee,
    },
  ],
})

/** Left: contract wallet of the pool → wallet, principal up to the money put in and income above it. */
export const copyLeftPosting = (
  { id, uid }: Pick<CopyMoney, 'id' | 'uid'>,
  account: number,
  { principal, income }: { readonly principal: bigint; readonly income: bigint },
): LedgerTransaction => {
  const [from, to] = [customer(account, 'contract'), customer(uid, 'wallet')]
  return {
    cause: { kind: 'copyLeft', id },
    key: `copy-left:${id}`,
    transfers: moves([
      { from, to, amount: principal, type: journal.principalReturned },
      { from, to, amount: income, type: journal.investmentIncome },
    ]),
  }
}

/** The last unit is gone: contract wallet of the pool → rounding account, what is left. `atMs` is the midnight. */
export const copyRoundingPosting = (
  { productId, account, atMs }: { productId: number; account: number; atMs: number },
  amount: bigint,
): LedgerTransaction => ({
  cause: { kind: 'copyRounding', id: productId },
  key: `copy-rounding:${productId}:${atMs}`,
  transfers: [{ from: customer(account, 'contract'), to: house('rounding'), amount, type: journal.rounding }],
})
