import { DomainError } from '@glasshouse/core/errors/registry'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { PairCode } from '@glasshouse/core/wallets/codec'
import { type Actor, isLive } from './actor.ts'
import {
  coins,
  type ModelMarket,
  modelConvert,
  modelDeposit,
  modelSend,
  modelTransfer,
  type WalletKey,
} from './model.ts'
import type { PlannedStep } from './plan.ts'
import { amending, closeForeign, closing, opening, optionPlan, revoking, stopping } from './plansTrading.ts'
import type { World } from './world.ts'

const gatewayMs = 30 * 60_000

const deposit = (world: World, { uid, person }: Actor): PlannedStep => {
  const nowMs = world.clock.business()
  const amount = BigInt(world.random.whole(10, 20_000)) * 100_000_000n
  const presses = world.random.whole(1, 3)
  return {
    what: presses === 1 ? 'deposit' : 'deposit, the button pressed again',
    times: 1,
    act: async () => {
      const unsureBefore = person.unsureUntilMs
      // An interruption may leave a pending deposit.
      person.unsureUntilMs = world.clock.now() + gatewayMs
      const url = await world
        .ask(uid, '/api/pay/pay', { action: 'sandbox', money: formatUsdt(amount) })
        .catch((reason: unknown) => {
          if (reason instanceof DomainError) person.unsureUntilMs = unsureBefore
          throw reason
        })
      // Every press is awaited, also after an interrupted one: it may still be credited.
      const pressed = await Promise.allSettled(Array.from({ length: presses }, () => world.payAt(url)))
      const failed = pressed.find((one) => one.status === 'rejected')
      if (failed !== undefined) throw failed.reason
      person.unsureUntilMs = unsureBefore
    },
    apply: (customer) => modelDeposit(customer, amount, nowMs),
  }
}

const pairs = [
  [1, 'wallet', 'contract'],
  [2, 'wallet', 'contract2'],
  [3, 'wallet', 'coin'],
  [4, 'contract', 'contract2'],
  [5, 'contract', 'coin'],
  [6, 'contract2', 'coin'],
] as const satisfies readonly (readonly [PairCode['type'], WalletKey, WalletKey])[]

const transfer = (world: World, { uid, known }: Actor, market: ModelMarket): PlannedStep => {
  const { random } = world
  // All twelve pairs, but transfers to the contract wallets more often.
  const feeds = random.chance(0.4)
  const [type, one, other] = feeds ? (pairs[random.whole(0, 1)] ?? pairs[0]) : random.pick(pairs)
  const typeReverse = feeds ? 1 : random.pick([1, 2] as const)
  const code = { type, typeReverse }
  const [from, to] = typeReverse === 1 ? [one, other] : [other, one]
  // Usually part of the balance, sometimes more than it, sometimes nothing.
  const amount = (known.purse[from] * BigInt(random.whole(0, 110))) / 100n
  const times = random.chance(0.15) ? 100 : 1
  return {
    what: times === 1 ? 'transfer' : 'transfer, 100 concurrent',
    times,
    act: () => world.ask(uid, '/api/user/walletTransfer', { ...code, transfervalue: formatUsdt(amount) }),
    apply: (customer) => modelTransfer(customer, from, to, amount, market),
  }
}

/** Sends money to a customer without another command; sometimes more than the balance, or to oneself. */
const send = (world: World, actor: Actor, idle: Actor[]): PlannedStep => {
  const { random } = world
  const { uid, known, person } = actor
  const receiver = random.chance(0.05) || idle.length === 0 ? actor : random.pick(idle)
  if (receiver !== actor) idle.splice(idle.indexOf(receiver), 1)
  const amount = (known.purse.wallet * BigInt(random.whole(0, 60))) / 100n
  const times = random.chance(0.2) ? 8 : 1
  const toAccount = { 1: receiver.person.phone, 2: receiver.person.email, 3: String(receiver.uid) }
  const accountType = receiver.person.closed ? 3 : random.pick([1, 2, 3] as const)
  const withdrawpsd = person.withdrawPwd ?? 'Nothing1'
  return {
    what: times === 1 ? 'send' : 'send, 8 concurrent',
    times,
    act: () =>
      world.ask(uid, '/api/user/internalTransfer', {
        accountType,
        toAccount: toAccount[accountType],
        price: formatUsdt(amount),
        withdrawpsd,
      }),
    apply: (customer) => {
      if (!person.canSend) return 'notAllowed'
      if (amount === 0n) return 'outOfRange'
      if (person.withdrawPwd === null) return 'invalidState'
      if (!isLive(receiver)) return 'notFound'
      if (receiver === actor || world.clock.business() < person.pausedUntilMs) return 'invalidState'
      return modelSend(customer, amount)
    },
    to: { actor: receiver, amount },
  }
}

const sell = (world: World, { uid, known }: Actor, market: ModelMarket): PlannedStep | null => {
  const { random } = world
  const place = random.pick(['wallet', 'coin'] as const)
  const coin = random.pick(coins)
  const product = world.market.products.find(({ symbol }) => symbol === `${coin}USDT`)
  if (product === undefined) return null
  const times = random.chance(0.15) ? 100 : 1
  const held = known.purse[`${place}${coin}`]
  const amount = random.chance(0.1) ? 1n : (held * BigInt(random.whole(0, 110))) / 100n
  return {
    what: times === 1 ? 'sell coins' : 'convert coins, 100 concurrent',
    times,
    act: () =>
      world.ask(uid, '/api/user/transferBalance', {
        number: formatUsdt(amount),
        walletId: product.pid + (place === 'wallet' ? 0 : 1_000_000_000),
      }),
    apply: (customer) => modelConvert(customer, place, coin, amount, market),
  }
}

/** Whether a deposit is predictable: an interrupted one may be pending and count towards a limit. */
const canPredictDeposit = ({ known: { guard }, person }: Actor, { clock }: World): boolean =>
  (guard.deposit.value === null && guard.deposit.next === null) || clock.now() >= person.unsureUntilMs

/** Next command of an actor, determined by the seed. `idle` are actors without a command, who may receive funds. */
export const planStep = (
  world: World,
  actor: Actor,
  allActors: readonly Actor[],
  idle: Actor[],
  market: ModelMarket,
): PlannedStep => {
  const die = world.random.next()
  const isPoor = actor.known.purse.wallet + actor.known.purse.contract === 0n
  if ((die < 0.12 || isPoor) && canPredictDeposit(actor, world)) return deposit(world, actor)
  if (die < 0.3) return transfer(world, actor, market)
  if (die < 0.33) return closeForeign(world, actor, allActors)
  if (die < 0.42) return send(world, actor, idle)
  if (die < 0.5) return sell(world, actor, market) ?? transfer(world, actor, market)
  if (die < 0.64) return optionPlan(world, actor, market)
  if (die < 0.82) return opening(world, actor, market)
  const own =
    die < 0.9
      ? stopping(world, actor, market)
      : die < 0.92
        ? amending(world, actor, market)
        : die < 0.94
          ? revoking(world, actor)
          : closing(world, actor, market)
  return own ?? opening(world, actor, market)
}
