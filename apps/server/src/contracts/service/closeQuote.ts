import type { CloseSettlement } from '@glasshouse/core/contracts/settlement'

/** The insurance fund's part of what a wallet could not pay, the loss first, as far as the fund reaches. */
export const insuranceCover = (
  { lossUnpaid, feeUnpaid }: CloseSettlement,
  fund: bigint,
): { readonly lossFromInsurance: bigint; readonly feeFromInsurance: bigint } => {
  const lossFromInsurance = lossUnpaid < fund ? lossUnpaid : fund
  const left = fund - lossFromInsurance
  return { lossFromInsurance, feeFromInsurance: feeUnpaid < left ? feeUnpaid : left }
}
