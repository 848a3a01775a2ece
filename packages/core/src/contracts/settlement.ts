/** Who pays what when a position closes. Pure arithmetic over the wallet as it stands; no rounding happens here. */
import type { Usdt } from '../money/units.ts'

/** The wallet at the moment of closing, USDT. */
export type SettlementQuestion = {
  /** Profit before fees; negative for a loss. */
  readonly profit: Usdt
  readonly closeFee: Usdt
  /** Margin that the closed position (or part) lets go. */
  readonly released: Usdt
  /** Free money of the wallet before closing. */
  readonly free: Usdt
  readonly bonus: Usdt
  /** Margin of everything else that stays open in this wallet, the rest of a partial close included. */
  readonly otherMargin: Usdt
}

/** Every part of the payment; each is 0 or more and paid once. */
export type Settlement = {
  /** Trading reserve → wallet. */
  readonly profit: Usdt
  /** Margin of other open positions that the loss uses up. */
  readonly takenMargin: Usdt
  /** Wallet → trading reserve. */
  readonly lossFromWallet: Usdt
  /** Bonus credit → fees. */
  readonly feeFromBonus: Usdt
  /** Wallet → fees. */
  readonly feeFromWallet: Usdt
  /** What the wallet could not pay of the loss and of the fee: the insurance fund's part. */
  readonly lossUnpaid: Usdt
  readonly feeUnpaid: Usdt
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * Divides profit or loss and fee among wallet, bonus and insurance. The wallet pays with what is free and what
 * the position lets go, then with the margin of its other positions; a customer loses no more than the
 * wallet holds, and the insurance fund pays the remainder, an unpayable fee included. Bonus credit pays fees
 * first.
 *
 * @example settleClose({ profit: usdt('-120'), closeFee: usdt('1'), released: usdt('50'), free: usdt('10'),
 *   bonus: usdt('0'), otherMargin: usdt('40') }) // wallet 100 of the loss (40 from other margin), unpaid: loss 20, fee 1
 */
export const settleClose = (asked: SettlementQuestion): Settlement => {
  const profit = asked.profit > 0n ? asked.profit : 0n
  const loss = asked.profit < 0n ? -asked.profit : 0n
  const feeFromBonus = least(asked.bonus, asked.closeFee)
  const fee = asked.closeFee - feeFromBonus
  const own = asked.free + asked.released + profit
  const short = loss + fee > own ? loss + fee - own : 0n
  const takenMargin = least(short, asked.otherMargin)
  const purse = own + takenMargin
  const lossFromWallet = least(loss, purse)
  const feeFromWallet = least(fee, purse - lossFromWallet)
  return {
    profit: profit as Usdt,
    takenMargin: takenMargin as Usdt,
    lossFromWallet: lossFromWallet as Usdt,
    feeFromBonus: feeFromBonus as Usdt,
    feeFromWallet: feeFromWallet as Usdt,
    lossUnpaid: (loss - lossFromWallet) as Usdt,
    feeUnpaid: (fee - feeFromWallet) as Usdt,
  }
}

/** The margin an open position holds. */
export type HeldMargin = { readonly id: number; readonly margin: Usdt }

/**
 * Takes margin from open positions, the oldest first; answers those that change with what they keep.
 *
 * @example takeMargin([{ id: 1, margin: usdt('5') }, { id: 2, margin: usdt('9') }], usdt('7')) // 1 keeps 0, 2 keeps 7
 */
export const takeMargin = (held: readonly HeldMargin[], amount: Usdt): readonly HeldMargin[] => {
  let left: bigint = amount
  const changed: HeldMargin[] = []
  for (const { id, margin } of [...held].sort((a, b) => a.id - b.id)) {
    const taken = least(left, margin)
    if (taken === 0n) continue
    changed.push({ id, margin: (margin - taken) as Usdt })
    left -= taken
  }
  if (left > 0n) throw new RangeError('more margin is taken than is held')
  return changed
}
