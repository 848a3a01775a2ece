import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import { rate } from '@glasshouse/core/invest/rules'
import type { ProductRow } from '@glasshouse/core/invest/wire'
import { usdt } from '@glasshouse/core/money/units'

/** A product with both base cycles and a further one. */
export const productRow: ProductRow = {
  id: 1,
  name: 'Sample fixed',
  picurl: '',
  remark: 'sample',
  kind: 'yield',
  isnormal: 1,
  status: 1,
  rete: '0.0011',
  freezedate: 7,
  rete2: '0.0054',
  freezedate2: 30,
  minbuymoney: '100',
  maxbuymoney: '100000',
  reteList: [
    {
      id: 3,
      interesttype: 1,
      rete: '0.0052',
      freezedate: 30,
      minbuymoney: '100',
      maxbuymoney: '100000',
      capacity: '3800000',
    },
  ],
  annual: '5.65',
  apr: '5.73',
  apy: '5.9',
  redeemdays: 1,
  redeemfee: '1',
  ishot: 1,
  createtime: 1_795_000_000_000,
  funding: { capacity: '18179000', reserved: '2.12142858', sold: '2700', quota: '0' },
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
