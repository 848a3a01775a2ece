import type { ApiError } from '@glasshouse/client/http'
import { buyBaseToWire, buyExperienceToWire, buyFurtherToWire } from '@glasshouse/core/invest/purchases/codec'
import type { InvestOrderRow } from '@glasshouse/core/invest/wire'
import type { Usdt } from '@glasshouse/core/money/units'
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
  const productId = product.id
  if (product.kind === 'experience') return { ...trial, run: () => trial.run(buyExperienceToWire(productId)) }
  const commandOf = (withdrawPassword: string) => ({
    ...{ productId, method: cycle.method, amount, withdrawPassword },
  })
  const { furtherId: cycleId } = cycle
  return cycleId === null
    ? {
        ...base,
        run: (password) => base.run(buyBaseToWire({ ...commandOf(password), stopLossPercent: null })),
      }
    : { ...further, run: (password) => further.run(buyFurtherToWire({ ...commandOf(password), cycleId })) }
}
