import {
  type BestPrices,
  closingPrice,
  fee,
  floatingProfit,
  type HeldPosition,
} from '@glasshouse/core/contracts/rules'
import { type Settlement, settleClose } from '@glasshouse/core/contracts/settlement'
import type { Price, Usdt } from '@glasshouse/core/money/units'

/** A close worked out, before the insurance fund is asked. */
export type Closing = {
  readonly price: Price
  readonly charged: Usdt
  readonly profit: Usdt
  readonly settlement: Settlement
}

/** Works out a close at the side of the book at which the position closes. */
export const closingOf = (
  closed: HeldPosition,
  best: BestPrices,
  wallet: { readonly free: bigint; readonly bonus: bigint; readonly otherMargin: bigint },
): Closing => {
  const price = closingPrice(closed.direction, best)
  const charged = fee(closed.quantity, price, closed.feeRatePpm)
  const profit = floatingProfit(closed, price)
  const settlement = settleClose({
    profit,
    closeFee: charged,
    released: closed.margin,
    free: wallet.free as Usdt,
    bonus: wallet.bonus as Usdt,
    otherMargin: wallet.otherMargin as Usdt,
  })
  return { price, charged, profit, settlement }
}

/** The insurance fund's part of what a wallet could not pay, the loss first, as far as the fund reaches. */
export const fromFund = (
  { lossUnpaid, feeUnpaid }: Settlement,
  fund: bigint,
): { readonly lossFromInsurance: bigint; readonly feeFromInsurance: bigint } => {
  const lossFromInsurance = lossUnpaid < fund ? lossUnpaid : fund
  const left = fund - lossFromInsurance
  return { lossFromInsurance, feeFromInsurance: feeUnpaid < left ? feeUnpaid : left }
}
