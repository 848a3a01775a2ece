import { formatPrice, formatUsdt } from '@glasshouse/core/money/units'
import type { PairCode } from '@glasshouse/core/wallets/rules'
import type { Actor } from './actor.ts'
import {
  closed,
  deposited,
  type ModelCustomer,
  type ModelMarket,
  opened,
  transferred,
  type WalletKey,
} from './model.ts'
import type { World } from './world.ts'

/** What somebody is about to do, once or many times at the same moment, and what the model says of each time. */
export type Plan = {
  readonly what: string
  readonly times: number
  readonly act: () => Promise<unknown>
  readonly apply: (customer: ModelCustomer) => string | null
}

/** Positions the model has foretold and does not know the numbers of yet are counted down from −1. */
const unnumbered = (customer: ModelCustomer): number =>
  Math.min(0, ...customer.positions.map(({ id }) => id)) - 1

const deposit = (world: World, { uid }: Actor): Plan => {
  const amount = BigInt(world.random.whole(10, 20_000)) * 100_000_000n
  const presses = world.random.whole(1, 3)
  return {
    what: presses === 1 ? 'deposit' : 'deposit, the button pressed again',
    times: 1,
    act: async () => {
      const url = await world.ask(uid, '/api/pay/pay', { action: 'sandbox', money: formatUsdt(amount) })
      // Every press is waited for, also after one was cut short: it may still be credited.
      const pressed = await Promise.allSettled(Array.from({ length: presses }, () => world.payAt(url)))
      const failed = pressed.find((one) => one.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    },
    apply: (customer) => {
      deposited(customer, amount)
      return null
    },
  }
}

const pairs: readonly (readonly [PairCode, WalletKey, WalletKey])[] = [
  [{ type: 1, typeReverse: 1 }, 'wallet', 'contract'],
  [{ type: 1, typeReverse: 1 }, 'wallet', 'contract'],
  [{ type: 1, typeReverse: 2 }, 'contract', 'wallet'],
  [{ type: 2, typeReverse: 1 }, 'wallet', 'contract2'],
  [{ type: 2, typeReverse: 2 }, 'contract2', 'wallet'],
  [{ type: 3, typeReverse: 1 }, 'wallet', 'coin'],
  [{ type: 4, typeReverse: 1 }, 'contract', 'contract2'],
  [{ type: 6, typeReverse: 2 }, 'coin', 'contract2'],
]

const transfer = (world: World, { uid, known }: Actor, market: ModelMarket): Plan => {
  const { random } = world
  const [code, from, to] = random.pick(pairs)
  // Mostly a part of what is there, sometimes more than is there, sometimes nothing.
  const amount = (known.purse[from] * BigInt(random.whole(0, 110))) / 100n
  const times = random.chance(0.15) ? 100 : 1
  return {
    what: times === 1 ? 'transfer' : 'transfer, a hundred at once',
    times,
    act: () => world.ask(uid, '/api/user/walletTransfer', { ...code, transfervalue: formatUsdt(amount) }),
    apply: (customer) => transferred(customer, from, to, amount, market),
  }
}

const open = (world: World, { uid }: Actor, market: ModelMarket): Plan => {
  const { random } = world
  const product = random.pick(world.market.products)
  const levertype = random.pick([1, 2] as const)
  const sign = random.pick([1n, -1n] as const)
  const leverage = random.pick(product.multiples)
  const lots = random.whole(1, random.chance(0.2) ? 400 : 40)
  const { bid, ask } = market.best(product.symbol)
  const times = random.chance(0.1) ? 100 : 1
  return {
    what: times === 1 ? 'open' : 'open, a hundred at once',
    times,
    act: () =>
      world.ask(uid, '/api/contract/buyContract', {
        levertype,
        multiple: leverage,
        originPrice: formatPrice(sign > 0n ? ask : bid),
        pid: product.pid,
        number: lots,
        status: 1,
        type: sign > 0n ? 1 : 2,
      }),
    apply: (customer) =>
      opened(
        customer,
        {
          id: unnumbered(customer),
          symbol: product.symbol,
          levertype,
          sign,
          leverage: BigInt(leverage),
          lot: product.lot,
          lots: BigInt(lots),
        },
        market,
      ),
  }
}

const close = (world: World, { uid, known }: Actor, market: ModelMarket): Plan | null => {
  if (known.positions.length === 0) return null
  const { random } = world
  const { id, lots } = random.pick(known.positions)
  const part =
    lots > 1n && random.chance(0.4) ? random.whole(1, Number.parseInt(lots.toString(), 10) - 1) : null
  const times = part === null && random.chance(0.2) ? 100 : 1
  return {
    what: part === null ? (times === 1 ? 'close' : 'close, a hundred at once') : 'close a part',
    times,
    act: () =>
      world.ask(uid, '/api/contract/pingcangContract', part === null ? { id } : { id, number: part }),
    apply: (customer) => closed(customer, id, part === null ? null : BigInt(part), market),
  }
}

/** A close of an order that is somebody else's, or nobody's. */
const closeForeign = (world: World, { uid, known }: Actor, everybody: readonly Actor[]): Plan => {
  const foreign = everybody.filter((one) => one.uid !== uid).flatMap((one) => one.known.positions)
  const id = foreign.length > 0 ? world.random.pick(foreign).id : 1_000_000_007
  const isOwn = known.positions.some((position) => position.id === id)
  return {
    what: 'close what is not mine',
    times: 1,
    act: () => world.ask(uid, '/api/contract/pingcangContract', { id }),
    apply: () => (isOwn ? null : 'notFound'),
  }
}

/** What an actor does next; the seed decides. */
export const planFor = (
  world: World,
  actor: Actor,
  everybody: readonly Actor[],
  market: ModelMarket,
): Plan => {
  const die = world.random.next()
  if (die < 0.12 || actor.known.purse.wallet + actor.known.purse.contract === 0n) return deposit(world, actor)
  if (die < 0.4) return transfer(world, actor, market)
  if (die < 0.43) return closeForeign(world, actor, everybody)
  if (die < 0.68) return open(world, actor, market)
  return close(world, actor, market) ?? open(world, actor, market)
}
