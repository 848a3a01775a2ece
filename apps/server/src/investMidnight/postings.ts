import type { RedemptionAmounts } from '@glasshouse/core/invest/rules'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { type LedgerTransaction, movingTransfers } from '@glasshouse/core/ledger/rules'

/** An order as far as its money goes; one of `principal` and `credit` is 0. */
export type OrderMoney = {
  readonly id: number
  readonly uid: number
  readonly product_id: number
  readonly principal: bigint
  readonly credit: bigint
}

const reserveOf = ({ product_id }: OrderMoney) => house(`interest:${product_id}`)

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
 * Ended: interest reserve → wallet, all of a compound order's interest; principal → wallet. Of a trial order:
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
    transfers: movingTransfers([
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

/**
 * Redeemed early: the hold of principal → interest reserve, the fee of a fixed order; interest reserve → wallet, what
 * remains of a compound order's interest; the hold → wallet, the rest (of a trial order → marketing reserve).
 */
export const orderRedeemedPosting = (order: OrderMoney, back: RedemptionAmounts): LedgerTransaction => {
  const { id, uid, principal, credit } = order
  const wallet = customer(uid, 'wallet')
  const held = customer(uid, principal > 0n ? 'principal' : 'experiencePrincipal')
  const rest = { from: held, amount: back.principal }
  return {
    cause: { kind: 'investRedeemed', id },
    key: `invest-redeemed:${id}`,
    transfers: movingTransfers([
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
