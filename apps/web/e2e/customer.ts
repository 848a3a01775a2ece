import { CallError, type Client, createClient } from '@glasshouse/client/http'
import type { DataOf } from '@glasshouse/core/calls'

export type TestCustomer = {
  readonly client: Client
  readonly token: () => string | null
  readonly signIn: (email: string, pwd: string) => Promise<void>
}

/** A customer without a page: the typed client with a session of its own. */
export const openCustomer = (address: string): TestCustomer => {
  let token: string | null = null
  const client = createClient({
    baseUrl: address,
    session: () => token,
    lang: () => 'en',
    now: () => Date.now(),
  })
  return {
    client,
    token: () => token,
    signIn: async (email, pwd) => {
      token = await client.call('/api/user/login', { email, pwd, type: 2 })
    },
  }
}

export const demo = { email: 'demo@glasshouse.test', pwd: 'Demo123!' } as const

/** The practice view of the product: calendar, markets and the check of the books. */
export const practiceState = (customer: TestCustomer): Promise<DataOf<'/api/practice/state'>> =>
  customer.client.call('/api/practice/state', {})

/** The retCode a call is refused with, or 0 when it was done. */
export const retCodeOf = async (call: Promise<unknown>): Promise<number> => {
  try {
    await call
    return 0
  } catch (error) {
    if (error instanceof CallError) return error.retCode
    throw error
  }
}

/** Buys lots of the first market at the market price; returns the order. */
export const buyLots = async (
  customer: TestCustomer,
  number: number,
  idempotencyKey?: string,
): Promise<DataOf<'/api/contract/buyContract'>> => {
  const market = (await customer.client.call('/api/market/kList', {}))[0]
  if (market === undefined) throw new Error('there is no market')
  return customer.client.call(
    '/api/contract/buyContract',
    { levertype: 1, multiple: 10, originPrice: market.price, pid: market.pid, number, status: 1, type: 1 },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )
}
