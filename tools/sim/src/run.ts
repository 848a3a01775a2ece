import { setTimeout as wait } from 'node:timers/promises'
import { usdt } from '@glasshouse/core/money/units'
import { Refusal } from '@glasshouse/core/refusals/registry'
import { type Actor, foretell, isLive, modelMarket, registerActor } from './actor.ts'
import { errandFor } from './errands/index.ts'
import type { HouseShare, ModelCustomer } from './model.ts'
import { type Plan, planFor } from './plans.ts'
import { compareOrders, realPurse, samePurse, tellPurse } from './read.ts'
import { openTown, type Town } from './town.ts'
import { reserves, type World } from './world.ts'

/** What a run was made of, and the first thing that was not as it must be. */
export type RunReport = {
  readonly seed: number
  readonly steps: number
  /** How often each thing was done, refused, or cut short by a fault. */
  readonly counts: Readonly<Record<string, number>>
  readonly faults: Readonly<Record<string, number>>
  readonly broken: { readonly step: number; readonly what: string } | null
}

/** What happens to the house during one step. */
type Weather = { readonly cutAfterMs: number | null; readonly restart: boolean }

type Tally = { readonly counts: Record<string, number>; readonly faults: Record<string, number> }
const count = (tally: Record<string, number>, what: string, by = 1): void => {
  tally[what] = (tally[what] ?? 0) + by
}

const mostActors = 12

/** Time passes, prices move, markets fall silent and speak again. */
const turn = (world: World, tally: Tally): Weather => {
  const { clock, random, market } = world
  clock.tick(random.whole(100, 5_000))
  for (const { symbol } of market.products) {
    if (random.chance(0.04)) {
      market.silence(symbol, true)
      count(tally.faults, 'market fell silent')
    } else if (random.chance(0.3)) market.silence(symbol, false)
    if (random.chance(0.7)) market.move(symbol)
  }
  return { cutAfterMs: random.chance(0.1) ? random.whole(0, 12) : null, restart: random.chance(0.03) }
}

type Attempt = { readonly actor: Actor; readonly plan: Plan }

const attempt = ({ plan }: Attempt) =>
  Promise.allSettled(Array.from({ length: plan.times }, () => plan.act()))

/** After a cut the pool finds out connection by connection; a reader may have to try again. */
const persistently = async <T>(read: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1)
    try {
      return await read()
    } catch (error) {
      if (tries === 20 || error instanceof Refusal) throw error
      await wait(10)
    }
}

const judge = async (
  world: World,
  { actor, plan }: Attempt,
  results: readonly PromiseSettledResult<unknown>[],
  isCut: boolean,
  tally: Tally,
): Promise<string | null> => {
  const { states, refusal } = foretell(actor.known, plan.times, plan.apply)
  const done = results.filter(({ status }) => status === 'fulfilled').length
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  const refused = reasons.filter((reason) => reason instanceof Refusal)
  const failed = reasons.filter((reason) => !(reason instanceof Refusal))
  count(tally.counts, `${plan.what}: done`, done)
  for (const { code } of refused) count(tally.counts, `${plan.what}: refused, ${code}`)
  if (failed.length > 0) count(tally.counts, `${plan.what}: cut short`, failed.length)

  const says = `${actor.name}, ${plan.what}`
  if (failed.length > 0 && !isCut) return `${says}: failed without a fault: ${String(failed[0])}`
  const unexpected = refused.find(({ code }) => code !== refusal)
  if (unexpected !== undefined)
    return `${says}: refused with ${unexpected.code}, the model says ${refusal ?? 'done'}`
  if (failed.length === 0 && done !== states.length - 1)
    return `${says}: done ${done} times, the model says ${states.length - 1}`
  const { wrong, further } = await settle(world, actor, states.slice(done), says)
  return wrong ?? receive(world, plan, done + further, says)
}

/** What was sent has reached the other one, and nothing else has. */
const receive = async (world: World, { to }: Plan, times: number, says: string): Promise<string | null> => {
  if (to === undefined) return null
  const { actor, amount } = to
  actor.known.purse.wallet += amount * BigInt(times)
  const real = await persistently(() => realPurse(world, actor.uid))
  return samePurse(actor.known.purse, real)
    ? null
    : `${says}: ${actor.name} holds ${tellPurse(real)}; the model says ${tellPurse(actor.known.purse)}`
}

/** Finds the one state of the model that the books are in. Without a fault there is only one to choose. */
const settle = async (
  world: World,
  actor: Actor,
  possible: readonly ModelCustomer[],
  says: string,
): Promise<{ readonly wrong: string | null; readonly further: number }> => {
  const real = await persistently(() => realPurse(world, actor.uid))
  const further = possible.findIndex(({ purse }) => samePurse(purse, real))
  const state = possible[further]
  if (state === undefined) {
    const wrong = `${says}: the books say ${tellPurse(real)}; the model says ${possible.map(({ purse }) => tellPurse(purse)).join(' or ')}`
    return { wrong, further }
  }
  const { known, wrong } = await persistently(() => compareOrders(world, actor, state))
  actor.known = known
  return { wrong: wrong.length === 0 ? null : `${says}: ${wrong.join('; ')}`, further }
}

/** The house's reserves hold what the operator put in and what the model says every customer left there. */
const compareReserves = async (world: World, actors: readonly Actor[]): Promise<string | null> => {
  const shares = ['trading', 'fees', 'insurance'] as const satisfies readonly (keyof HouseShare)[]
  const real = await persistently(() => world.houseBalances(shares))
  const wrong = shares.flatMap((share, index) => {
    const funded = usdt(reserves.find(([reserve]) => reserve === share)?.[1] ?? '0')
    const expected = actors.reduce((sum, { known }) => sum + known.house[share], funded as bigint)
    return real[index] === expected ? [] : [`${share} holds ${real[index]}, the model says ${expected}`]
  })
  return wrong.length === 0 ? null : `the house: ${wrong.join('; ')}`
}

const checkHouse = async (world: World): Promise<string | null> => {
  const report = await persistently(world.checkBooks)
  const broken = report.invariants.filter(({ holds }) => !holds)
  return broken.length === 0
    ? null
    : broken.map(({ name, examples }) => `${name}: ${examples.join(', ')}`).join('; ')
}

/** Somebody does something that is no trade, alone and watched: accounts, limits, staff, reading. */
const runErrand = async (world: World, town: Town, tally: Tally): Promise<string | null> => {
  const { what, run } = errandFor(world, town)
  const wrong = await run().then(
    () => null,
    (reason: unknown) => `${what}: ${String(reason)}`,
  )
  count(tally.counts, what)
  return wrong
}

const step = async (world: World, town: Town, tally: Tally): Promise<string | null> => {
  const { random } = world
  for (let errands = 0; errands < 2; errands += 1) {
    const wrong = await runErrand(world, town, tally)
    if (wrong !== null) return wrong
  }
  const weather = turn(world, tally)
  const market = modelMarket(world, town.riskGate)
  const live = town.actors.filter(isLive)
  const chosen = new Set(Array.from({ length: random.whole(1, 4) }, () => random.pick(live)))
  const idle = town.actors.filter((actor) => !chosen.has(actor))
  const attempts = [...chosen].map((actor) => ({
    actor,
    plan: planFor(world, actor, town.actors, idle, market),
  }))
  const cut =
    weather.cutAfterMs === null
      ? null
      : wait(weather.cutAfterMs).then(async () =>
          count(tally.faults, 'connections cut', await world.cutConnections()),
        )
  const [results] = await Promise.all([Promise.all(attempts.map(attempt)), cut])
  for (const [index, one] of attempts.entries()) {
    const wrong = await judge(world, one, results[index] ?? [], cut !== null, tally)
    if (wrong !== null) return wrong
  }
  if (weather.restart) {
    await world.restart()
    count(tally.faults, 'rooms restarted')
  }
  return (await compareReserves(world, town.actors)) ?? checkHouse(world)
}

/** Two who can act are always there; now and then one more comes. */
const settleIn = async (world: World, town: Town): Promise<void> => {
  const live = town.actors.filter(isLive).length
  const comes = town.actors.length < mostActors && world.random.chance(0.05)
  for (let missing = Math.max(2 - live, comes ? 1 : 0); missing > 0; missing -= 1)
    town.actors.push(await registerActor(world, town.actors.length + 1))
}

/**
 * Lets a world run for a number of steps, checking everything after each; stops at the first thing wrong.
 * `before` is told the number of each step; a test tampers there.
 */
export const runWorld = async (
  world: World,
  seed: number,
  steps: number,
  before: (step: number) => Promise<void> = async () => undefined,
): Promise<RunReport> => {
  const tally: Tally = { counts: {}, faults: {} }
  const town = openTown()
  for (let number = 1; number <= steps; number += 1) {
    const what = await settleIn(world, town)
      .then(() => before(number))
      .then(() => step(world, town, tally))
      .catch((error: unknown) => `thrown: ${String(error)}`)
    if (what !== null) return { seed, steps: number, ...tally, broken: { step: number, what } }
  }
  count(tally.counts, 'customers who came', town.actors.length)
  count(tally.counts, 'customers who left for ever', town.actors.filter(({ person }) => person.closed).length)
  return { seed, steps, ...tally, broken: null }
}

/** A report as it is printed. */
export const tellRun = ({ seed, steps, counts, faults, broken }: RunReport): string =>
  [
    `seed ${seed}: ${steps} steps, ${broken === null ? 'everything held' : 'BROKEN'}`,
    ...Object.entries({ ...counts, ...faults })
      .filter(([, times]) => times > 0)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([what, times]) => `  ${String(times).padStart(6)}  ${what}`),
    ...(broken === null ? [] : [`  step ${broken.step}: ${broken.what}`]),
  ].join('\n')
