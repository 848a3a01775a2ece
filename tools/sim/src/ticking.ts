import { type Actor, modelMarket } from './actor.ts'
import { copyOf, type ModelCustomer, type ModelMarket } from './model.ts'
import { isOverdue, modelElapse, modelTick, reevaluated, type TickCase } from './modelContracts.ts'
import { riskRefusal } from './modelLimits.ts'
import { expired } from './modelOptions.ts'
import { modelMissedTick } from './modelTrailing.ts'
import { reconcile } from './read.ts'
import type { StaffWorld } from './staffWorld.ts'
import type { World } from './world.ts'

export type RunCounters = { readonly counts: Record<string, number>; readonly faults: Record<string, number> }
export const count = (counters: Record<string, number>, what: string, by = 1): void => {
  counters[what] = (counters[what] ?? 0) + by
}

const written = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value)
const different = (states: readonly ModelCustomer[]): readonly ModelCustomer[] => [
  ...new Map(states.map((state) => [JSON.stringify(state, written), state])).values(),
]

const after = (state: ModelCustomer, change: (copy: ModelCustomer) => void): ModelCustomer => {
  const copy = copyOf(state)
  change(copy)
  return copy
}

const isForbidden = ({ guard }: ModelCustomer, market: ModelMarket): boolean =>
  riskRefusal(guard, market) !== null

/** A customer after a check of the wallets, which follows every command. */
export const afterReevaluation = (state: ModelCustomer, market: ModelMarket): ModelCustomer =>
  after(state, (copy) => reevaluated(copy, market, isForbidden(copy, market)))

/** Possible states of a customer: usually one, more where the rules leave an order open. */
type Possible = { readonly actor: Actor; states: readonly ModelCustomer[]; readonly before: string }

const hasNoOrders = (orders: readonly { readonly symbol: string }[], symbol: string): boolean =>
  !orders.some((one) => one.symbol === symbol)

/** Applies a tick to the orders of all customers. */
const hear = (possible: readonly Possible[], symbol: string, market: ModelMarket): void => {
  for (const one of possible) {
    one.states = different(
      one.states.flatMap((state) => {
        if (hasNoOrders(state.orders, symbol)) return [state]
        const forbids = isForbidden(state, market)
        const cases: readonly TickCase[] = [true, false].map((isLiquidationFirst) => ({
          isForbidden: forbids,
          isLiquidationFirst,
        }))
        return cases.flatMap((which) => {
          const heard = after(state, (copy) => modelTick(copy, symbol, market, which))
          return [heard, afterReevaluation(heard, market)]
        })
      }),
    )
  }
}

/** A tick that comes while no engine watches. */
const miss = (possible: readonly Possible[], symbol: string, market: ModelMarket): void => {
  for (const one of possible)
    if (one.states.some((state) => !hasNoOrders(state.orders, symbol)))
      one.states = one.states.map((state) => after(state, (copy) => modelMissedTick(copy, symbol, market)))
}

/** Ticks of one instant in quick succession. */
const burst = ({ random, market }: World, symbol: string, counters: RunCounters): readonly (() => void)[] => {
  const steps = Array.from({ length: random.whole(2, 6) }, () => () => market.move(symbol))
  if (random.chance(0.7)) return steps
  count(counters.faults, 'spikes')
  const parts = random.pick([-900_000, -300_000, 200_000, 400_000])
  // Back to the earlier price.
  const back = Math.round(-1_000_000 + 1_000_000_000_000 / (1_000_000 + parts))
  return [() => market.jump(symbol, parts), () => market.jump(symbol, back), ...steps]
}

const ticksOf = (world: World, symbol: string, counters: RunCounters): readonly (() => void)[] => {
  const { market, random } = world
  if (market.isSilent(symbol)) {
    if (random.chance(0.6)) return []
    return [() => market.move(symbol)]
  }
  if (random.chance(0.04)) {
    market.silence(symbol)
    count(counters.faults, 'feed went stale')
    return []
  }
  if (random.chance(0.15)) return burst(world, symbol, counters)
  return random.chance(0.7) ? [() => market.move(symbol)] : [() => market.chatter(symbol)]
}

const isOver = (town: StaffWorld): boolean => town.actors.every(({ known }) => known.options.length === 0)

/** The second's look at expired orders, settled before anything else happens. */
const elapse = async (
  world: World,
  possible: readonly Possible[],
  market: ModelMarket,
  counters: RunCounters,
): Promise<void> => {
  const overdue = possible.flatMap(({ actor }) =>
    actor.known.orders.filter((order) => isOverdue(order, market)),
  )
  if (overdue.length === 0) return
  count(counters.counts, 'expired', overdue.length)
  for (const one of possible)
    one.states = one.states.map((state) => after(state, (copy) => modelElapse(copy, market)))
  world.elapse()
  await world.settled()
}

/** Advances time by a moment: every market sends a message or not; all effects are settled and compared. */
const moment = async (
  world: World,
  town: StaffWorld,
  counters: RunCounters,
  isHurried: boolean,
): Promise<string | null> => {
  const { clock, market, random } = world
  const view = modelMarket(world, town.riskGate)
  const possible = town.actors.map(
    (actor): Possible => ({
      actor,
      states: [actor.known],
      before: JSON.stringify(actor.known, written),
    }),
  )
  clock.tick(random.whole(isHurried ? 1_000 : 50, isHurried ? 4_900 : 2_500))
  await elapse(world, possible, view, counters)
  const isUnseen = random.chance(0.02)
  const say = (): void => {
    for (const { symbol } of market.products)
      for (const tick of ticksOf(world, symbol, counters)) {
        tick()
        if (!isUnseen) hear(possible, symbol, view)
        else miss(possible, symbol, view)
      }
  }
  if (isUnseen) {
    await world.takeOver(say)
    count(counters.faults, 'engines replaced')
    for (const one of possible) one.states = one.states.map((state) => afterReevaluation(state, view))
  } else say()
  await world.settled()
  return compare(world, possible, counters)
}

const compare = async (
  world: World,
  possible: readonly Possible[],
  counters: RunCounters,
): Promise<string | null> => {
  const { clock, market } = world
  for (const { actor, states, before } of possible) {
    const ended = states.map((state) =>
      after(state, (copy) => expired(copy, market.logOf, { nowMs: clock.business() }, clock.now())),
    )
    const first = ended[0]
    const isQuiet = ended.length === 1 && JSON.stringify(first, written) === before
    if (isQuiet) continue
    for (const end of first?.ended ?? []) count(counters.counts, `ended: ${wordOf(end)}`)
    const wrong = await reconcile(world, actor, ended, `${actor.name}, after the ticks`)
    if (wrong !== null) return wrong
  }
  return null
}

const wordOf = (end: string): string =>
  /user|loss|trailing|profit|limit|liquidation|revoked/.exec(end)?.[0] ??
  (end.includes('void') ? 'option, void' : end.includes(' -') ? 'option, lost' : 'option, won or drawn')

/** Advances time until every option is settled. */
export const advanceTime = async (
  world: World,
  town: StaffWorld,
  counters: RunCounters,
): Promise<string | null> => {
  const least = world.random.whole(1, 4)
  for (let moments = 0; moments < least || !isOver(town); moments += 1) {
    if (moments > 400) return 'an option does not settle'
    const wrong = await moment(world, town, counters, moments >= least)
    if (wrong !== null) return wrong
    if (world.random.chance(0.02)) {
      await world.restart()
      count(counters.faults, 'rooms restarted')
    }
  }
  return null
}
