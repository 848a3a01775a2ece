import { ApiError, type Client, createClient } from '@glasshouse/client/http'
import type { DataOf } from '@glasshouse/core/calls'
import {
  type ContractOrder,
  contractOrderFromWire,
  contractOrdersFromWire,
  type OrderState,
  ordersQueryToWire,
} from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { type OrderInput, orderRequest } from '@glasshouse/testkit/orderRequest'

export type TestCustomer = {
  readonly client: Client
  readonly token: () => string | null
  readonly signIn: (email: string, pwd: string) => Promise<void>
}

/** Customer without a page: the typed client with its own session. */
export const openCustomer = (address: string): TestCustomer => {
  let token: string | null = null
  let pwd = ''
  const client: Client = createClient({
    baseUrl: address,
    session: () => token,
    lang: () => 'en',
    now: () => Date.now(),
    onStepUp: async () => {
      await client.call('/api/user/stepUp', { pwd })
      return true
    },
  })
  return {
    client,
    token: () => token,
    signIn: async (email, given) => {
      pwd = given
      token = await client.call('/api/user/login', { email, pwd, type: 2 })
    },
  }
}

export const demo = { email: 'demo@glasshouse.test', pwd: 'Demo123!' } as const

export type NewCustomer = TestCustomer & { readonly email: string; readonly pwd: string }

let registered = 0

/**
 * Registers a new customer and signs in. With `usdt`, that amount is deposited; half of it is transferred to the
 * contract wallet. `referrer` is the uid of the inviter, by default the house account.
 */
export const newCustomer = async (address: string, usdt = 0, referrer = '10000'): Promise<NewCustomer> => {
  registered += 1
  const now = String(Date.now())
  const email = `person-${now}-${registered}@example.com`
  const pwd = 'Person!123'
  const customer = openCustomer(address)
  const { client } = customer
  await client.call('/api/user/sendVerifyCode', { email, status: 1 })
  const [mail] = await client.call('/api/practice/outbox', { to: email })
  const verifycode = mail?.code ?? ''
  const phone = `1303${now.slice(-7)}`
  await client.call('/api/user/register', {
    email,
    pwd,
    telcode: '1',
    phone,
    oid: referrer,
    verifycode,
    type: 2,
  })
  await customer.signIn(email, pwd)
  if (usdt > 0) {
    const gateway = await client.call('/api/pay/pay', { action: 'sandbox', money: String(usdt) })
    const paid = await fetch(new URL(String(gateway), address), { method: 'POST' })
    if (!paid.ok) throw new Error(`payment gateway returned status ${paid.status}`)
    const half = String(Math.floor(usdt / 2))
    await client.call('/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: half })
  }
  return { ...customer, email, pwd }
}

/** State for practice mode: calendar, markets and ledger check. */
export const practiceState = (customer: TestCustomer): Promise<DataOf<'/api/practice/state'>> =>
  customer.client.call('/api/practice/state', {})

/** retCode of a rejected call, or 0 if it succeeded. */
export const retCodeOf = async (call: Promise<unknown>): Promise<number> => {
  try {
    await call
    return 0
  } catch (error) {
    if (error instanceof ApiError) return error.retCode
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
  if (market === undefined) throw new Error('no market found')
  return customer.client.call(
    '/api/contract/buyContract',
    orderRequest({ pid: market.pid, lots: number, price: market.price }),
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )
}

/** Newest orders of the first contract wallet in some states. */
export const ordersOf = async (
  { client }: Pick<TestCustomer, 'client'>,
  states: readonly OrderState[],
  wallet: ContractWallet = 'contract',
): Promise<readonly ContractOrder[]> => {
  const query = { wallet, states, page: 1, pageSize: 50, orderBy: 'created' } as const
  const { rows } = await client.list('/api/contract/myContractOrderList', ordersQueryToWire(query))
  return contractOrdersFromWire(rows)
}

/** Places an order, unless told otherwise one lot of the first market, long, 10×. */
export const placeOrder = async (
  { client }: Pick<TestCustomer, 'client'>,
  order: OrderInput,
): Promise<ContractOrder> =>
  contractOrderFromWire(await client.call('/api/contract/buyContract', orderRequest(order)))
