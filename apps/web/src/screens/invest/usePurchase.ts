import type { ApiError } from '@glasshouse/client/http'
import type { InvestOrderRow } from '@glasshouse/core/invest/wire'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { useMutation } from '../../data/query.ts'
import type { Cycle, Product } from './cycles.ts'

export type Purchase = {
  /** Buys with the withdrawal password, which an order of trial funds does not need; null on an error. */
  readonly run: (password: string) => Promise<InvestOrderRow | null>
  readonly busy: boolean
  readonly error: ApiError | null
  readonly forget: () => void
}

/** Purchase of a cycle by the call that sells it: a base cycle, a further one, or trial funds. */
export const usePurchase = (product: Product, cycle: Cycle, amount: Usdt): Purchase => {
  const base = useMutation('/api/invest/buy')
  const further = useMutation('/api/invest/buy2')
  const trial = useMutation('/api/invest/freebuy')
  const typeid = product.id
  if (product.kind === 'experience') return { ...trial, run: () => trial.run({ typeid }) }
  const order = (withdrawpsd: string) => ({
    typeid,
    interesttype: cycle.method === 'fixed' ? 1 : 2,
    money: formatUsdt(amount),
    withdrawpsd,
  })
  const { furtherId } = cycle
  return furtherId === null
    ? { ...base, run: (password) => base.run(order(password)) }
    : {
        ...further,
        run: (password) => further.run({ ...order(password), basicrate: 2, retesid: furtherId }),
      }
}
