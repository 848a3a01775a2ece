import { copyOf, type ModelCustomer, type ModelMarket, newcomer } from './model.ts'
import type { World } from './world.ts'

/** One customer of the world, with what the model knows about the account. */
export type Actor = { readonly uid: number; readonly name: string; known: ModelCustomer }

const password = 'Secret1'

/** Registers somebody the way a person does: a code by mail, then the form. */
export const registerActor = async (world: World, number: number): Promise<Actor> => {
  const email = `actor${number}@glasshouse.test`
  await world.ask(null, '/api/user/sendVerifyCode', { email, status: 1 })
  const { uid } = await world.ask(null, '/api/user/register', {
    email,
    phone: `1202555${String(number).padStart(4, '0')}`,
    telcode: '1',
    oid: '10000',
    pwd: password,
    verifycode: await world.newestCode(email),
    type: 2,
  })
  return { uid, name: `actor ${number}`, known: newcomer() }
}

/** Prices and silence as the model may know them. */
export const modelMarket = ({ market }: World): ModelMarket => {
  const inForce = (symbol: string) => {
    const found = market.markets.inForce(symbol)
    if (found === null) throw new Error(`no price of ${symbol}`)
    return found
  }
  return { best: (symbol) => inForce(symbol).tick, stale: (symbol) => inForce(symbol).stale }
}

/** The model's states after 0, 1, 2 … of `times` equal requests, and what it foretells the first one refused. */
export const foretell = (
  from: ModelCustomer,
  times: number,
  apply: (customer: ModelCustomer) => string | null,
): { readonly states: readonly ModelCustomer[]; readonly refusal: string | null } => {
  const states = [from]
  let last = from
  for (let turn = 0; turn < times; turn += 1) {
    const next = copyOf(last)
    const refusal = apply(next)
    if (refusal !== null) return { states, refusal }
    states.push(next)
    last = next
  }
  return { states, refusal: null }
}
