import { customer, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { type LedgerTransaction, movingTransfers } from '@glasshouse/core/ledger/rules'
import type { OptionResult } from '@glasshouse/core/options/rules'

/** The amounts of one option: the customer's stake and the maximum profit. */
export type OptionAmounts = {
  readonly id: number
  readonly uid: number
  readonly stake: bigint
  readonly win: bigint
}

/** An option is accepted: wallet → stake; trading reserve → escrow, what it may win. */
export const optionBoughtPosting = ({ id, uid, stake, win }: OptionAmounts): LedgerTransaction => ({
  cause: { kind: 'optionPlaced', id },
  key: `option-placed:${id}`,
  transfers: movingTransfers([
    {
      from: customer(uid, 'wallet'),
      to: customer(uid, 'optionStake'),
      amount: stake,
      type: journal.optionStake,
    },
    { from: house('trading'), to: house('optionEscrow'), amount: win, type: journal.optionPayout },
  ]),
})

/**
 * An option is settled.
 * won: escrow → stake → wallet, stake and win as one line
 * lost: stake → trading reserve; escrow → trading reserve
 * draw or void: stake → wallet; escrow → trading reserve
 */
export const optionSettledPosting = (
  { id, uid, stake, win }: OptionAmounts,
  outcome: OptionResult['outcome'],
): LedgerTransaction => {
  const held = customer(uid, 'optionStake')
  const escrow = house('optionEscrow')
  const wallet = customer(uid, 'wallet')
  const reserve = house('trading')
  const escrowBack = { from: escrow, to: reserve, amount: win, type: journal.optionPayout }
  const transfers = {
    win: [
      { from: escrow, to: held, amount: win, type: journal.optionPayout },
      { from: held, to: wallet, amount: stake + win, type: journal.optionPayout },
    ],
    loss: [{ from: held, to: reserve, amount: stake, type: journal.optionStake }, escrowBack],
    draw: [{ from: held, to: wallet, amount: stake, type: journal.optionRefund }, escrowBack],
    void: [{ from: held, to: wallet, amount: stake, type: journal.optionRefund }, escrowBack],
  }[outcome]
  return {
    cause: { kind: 'optionSettled', id },
    key: `option-settled:${id}`,
    transfers: movingTransfers(transfers),
  }
}
