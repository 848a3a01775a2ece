/** Products as staff see them, for tests. */
import { poolUnitsFromWire, unitPriceFromWire } from '@glasshouse/core/invest/orders/codec'
import type { StaffProduct } from '@glasshouse/core/invest/products/staff/codec'
import { rate } from '@glasshouse/core/invest/rules'
import { usdt } from '@glasshouse/core/money/units'
import type { CopyProduct } from './copyDraft.ts'

const none = usdt('0')

/** A product with interest and one cycle, of which nothing is sold. */
export const interestProduct: StaffProduct = {
  ...{ id: 4, kind: 'yield', name: 'Seven days', pictureUrl: '', remark: '', position: 1 },
  ...{ isOnSale: true, isFeatured: true, isBuyable: true, quota: none, redeemDays: 1, redeemFee: rate('1') },
  cycles: [{ id: 1, method: 'fixed', rate: rate('0.0011'), days: 7, min: usdt('100'), max: usdt('1000') }],
  ...{ texts: {}, claims: {}, sold: none, promised: none, reserve: none, free: none },
  ...{ createdMs: 1, changedMs: 1, isProposed: false, copy: null },
}

/** A copy product before its first dealing. */
export const copyProduct: CopyProduct = {
  ...interestProduct,
  ...{ id: 5, kind: 'copy', name: 'Copy harbour', cycles: [], redeemDays: 0, redeemFee: rate('0') },
  copy: {
    ...{ leadId: 3, leadUid: 10_002, account: 1001, periodDays: 30, min: usdt('100'), max: usdt('5000') },
    ...{ leadFeePpm: 100_000, maxMultiple: 10, copyStopPercent: 50, exitLevyPpm: 1000, state: 'copying' },
    ...{ waiting: none, units: poolUnitsFromWire('0'), unitPrice: unitPriceFromWire('1') },
  },
}
