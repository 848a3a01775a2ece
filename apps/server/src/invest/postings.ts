import { customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { type LedgerTransaction, movingTransfers } from '@glasshouse/core/ledger/rules'

/** A sold order as far as its money goes; one of `principal` and `credit` is 0. */
type BoughtMoney = {
  readonly id: number
  readonly uid: number
  readonly principal: bigint
  readonly credit: bigint
}

/** Bought: wallet → principal, or of a trial product experience → experiencePrincipal. */
export const orderBoughtPosting = ({ id, uid, principal, credit }: BoughtMoney): LedgerTransaction => ({
  cause: { kind: 'investBought', id },
  key: `invest-bought:${id}`,
  transfers: movingTransfers([
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
    transfers: movingTransfers([
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
