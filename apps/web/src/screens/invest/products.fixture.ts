import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import type { InvestProduct } from '@glasshouse/core/invest/products/view/codec'
import { rate } from '@glasshouse/core/invest/rules'
import { usdt } from '@glasshouse/core/money/units'

/** A product with both base cycles and a further one. */
export const product: InvestProduct = {
  ...{ id: 1, name: 'Sample fixed', pictureUrl: '', remark: 'sample', kind: 'yield', isOnSale: true },
  ...{ isFeatured: true, createdMs: 1_795_000_000_000, redeemDays: 1, redeemFee: rate('1'), copy: null },
  fixed: { rate: rate('0.0011'), days: 7 },
  compound: { rate: rate('0.0054'), days: 30 },
  ...{ min: usdt('100'), max: usdt('100000') },
  further: [
    {
      ...{ id: 3, method: 'fixed', rate: rate('0.0052'), days: 30, min: usdt('100'), max: usdt('100000') },
      capacity: usdt('3800000'),
    },
  ],
  yearly: { annual: 565n, apr: 573n, apy: 590n },
  funding: {
    ...{ capacity: usdt('18179000'), reserved: usdt('2.12142858'), sold: usdt('2700'), quota: usdt('0') },
  },
}

/** Bought on 10 January 2027 at noon, two accruals done. */
export const boughtOrder: InvestOrder = {
  ...{ id: 1, createdMs: Date.UTC(2027, 0, 10, 11), productId: 1, productName: 'Sample fixed' },
  ...{ kind: 'yield', method: 'fixed', state: 'running', days: 7, rate: rate('0.0011') },
  ...{ principal: usdt('2700'), credit: usdt('0'), accrued: usdt('0.84857142') },
  ...{ yesterday: usdt('0.42428571'), promised: usdt('2.97'), payout: usdt('0'), fee: usdt('0') },
  redeemableMs: Date.UTC(2027, 0, 10, 23),
  endsMs: Date.UTC(2027, 0, 16, 23),
  nextMs: Date.UTC(2027, 0, 12, 23),
  ...{ accrualsLeft: 5, redeemFee: rate('1'), loanId: null, copy: null },
}
