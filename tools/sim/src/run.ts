import { setTimeout as wait } from 'node:timers/promises'
import { DomainError } from '@glasshouse/core/errors/registry'
import { usdt } from '@glasshouse/core/money/units'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { type Actor, isLive, modelMarket, predict, registerActor } from './actor.ts'
import { pickScenario } from './errands/index.ts'
import { runProgramScenario } from './errands/programs.ts'
import type { HouseTotals, ModelMarket } from './model.ts'
import type { PlannedStep } from './plan.ts'
import { planStep } from './plans.ts'
import { actualBalances, areBalancesEqual, formatBalances, reconcile, withRetries } from './read.ts'
import { openTown, type StaffWorld } from './staffWorld.ts'
import { advanceTime, afterReevaluation, count, type RunCounters } from './ticking.ts'
import { reserves, type World } from './world.ts'

/** Parameters of a run and the first deviation. */
export type RunReport = {
  readonly seed: number
  readonly steps: number
  /** Number of successes, rejections and interruptions by command. */
  readonly counts: Readonly<Record<string, number>>
  readonly faults: Readonly<Record<string, number>>
  readonly broken: { readonly step: number; readonly what: string } | null
}

const maxActors = 12

type Attempt = { readonly actor: Actor; readonly plan: PlannedStep }

const attempt = ({ plan }: Attempt) =>
  Promise.allSettled(Array.from({ length: plan.times }, () => plan.act()))

type Judging = { readonly market: ModelMarket; readonly isCut: boolean; readonly counters: RunCounters }

const judge = async (
  world: World,
  { actor, plan }: Attempt,
  results: readonly PromiseSettledResult<unknown>[],
  { market, isCut, counters }: Judging,
): Promise<string | null> => {
  const { states, refusal } = predict(actor.known, plan.times, plan.apply)
  const done = results.filter(({ status }) => status === 'fulfilled').length
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  const refused = reasons.filter((reason) => reason instanceof DomainError)
  const failed = reasons.filter((reason) => !(reason instanceof DomainError))
  count(counters.counts, `${plan.what}: done`, done)
  for (const { code } of refused) count(counters.counts, `${plan.what}: refused, ${code}`)
  if (failed.length > 0) count(counters.counts, `${plan.what}: interrupted`, failed.length)

  const says = `${actor.name}, ${plan.what}`
  if (failed.length > 0 && !isCut) return `${says}: failed without a fault: ${String(failed[0])}`
  const unexpected = refused.find(({ code }) => code !== refusal)
  if (unexpected !== undefined)
    return `${says}: refused with ${unexpected.code}, the model says ${refusal ?? 'done'}`
  if (failed.length === 0 && done !== states.length - 1)
    return `${says}: done ${done} times, the model says ${states.length - 1}`
  // Every command makes the engine check the wallets; after a fault it may have checked nothing new.
  const possible = states.slice(done).flatMap((state, further) => {
    const after = { times: done + further, state: afterReevaluation(state, market) }
    return done + further === 0 ? [{ times: 0, state }, after] : [after]
  })
  let times = 0
  const wrong = await reconcile(
    world,
    actor,
    possible.map(({ state }) => state),
    says,
    (place) => {
      times = possible[place]?.times ?? 0
    },
  )
  return wrong ?? receive(world, plan, times, says)
}

/** A transfer reached its recipient, and nothing else changed. */
const receive = async (
  world: World,
  { to }: PlannedStep,
  times: number,
  says: string,
): Promise<string | null> => {
  if (to === undefined) return null
  const { actor, amount } = to
  actor.known.purse.wallet += amount * BigInt(times)
  const real = await withRetries(() => actualBalances(world, actor.uid))
  return areBalancesEqual(actor.known.purse, real)
    ? null
    : `${says}: ${actor.name} holds ${formatBalances(real)}; the model says ${formatBalances(actor.known.purse)}`
}

/** The reserves hold the operator's capital and what every customer left there according to the model. */
const compareReserves = async (world: World, actors: readonly Actor[]): Promise<string | null> => {
  const shares = [
    'trading',
    'fees',
    'insurance',
    'optionEscrow',
  ] as const satisfies readonly (keyof HouseTotals)[]
  const real = await withRetries(() => world.houseBalances(shares))
  const wrong = shares.flatMap((share, index) => {
    const funded = usdt(reserves.find(([reserve]) => reserve === share)?.[1] ?? '0')
    const expected = actors.reduce((sum, { known }) => sum + known.house[share], funded as bigint)
    return real[index] === expected ? [] : [`${share} holds ${real[index]}, the model says ${expected}`]
  })
  return wrong.length === 0 ? null : `the house: ${wrong.join('; ')}`
}

const checkHouse = async (world: World): Promise<string | null> => {
  const report = await withRetries(world.checkBooks)
  const broken = report.invariants.filter(({ holds }) => !holds)
  return broken.length === 0
    ? null
    : broken.map(({ name, examples }) => `${name}: ${examples.join(', ')}`).join('; ')
}

/** Runs one scenario alone, with accounts, limits, staff calls or reads, and checks the results. */
const runErrand = async (world: World, town: StaffWorld, counters: RunCounters): Promise<string | null> => {
  const { what, run } = pickScenario(world, town)
  const wrong = await run().then(
    () => null,
    (reason: unknown) => `${what}: ${String(reason)}`,
  )
  count(counters.counts, what)
  return wrong
}

/** Runs one scenario of the programs and checks its results. */
const runProgram = async (
  world: World,
  town: StaffWorld,
  counters: RunCounters,
  random: Random,
): Promise<string | null> => {
  try {
    count(counters.counts, await runProgramScenario(world, town, random))
    return null
  } catch (reason) {
    return `programs: ${String(reason)}`
  }
}

const step = async (world: World, town: StaffWorld, counters: RunCounters): Promise<string | null> => {
  for (let errands = 0; errands < 2; errands += 1) {
    const wrong = await runErrand(world, town, counters)
    if (wrong !== null) return wrong
  }
  for (let rounds = 0; rounds < 3; rounds += 1) {
    const wrong = (await advanceTime(world, town, counters)) ?? (await trade(world, town, counters))
    if (wrong !== null) return wrong
  }
  // No option is open while scenarios move the clock, which would settle it in the middle of one.
  const wrong = await advanceTime(world, town, counters)
  return wrong ?? (await compareReserves(world, town.actors)) ?? checkHouse(world)
}

/** Runs commands concurrently, sometimes while every connection is cut. */
const trade = async (world: World, town: StaffWorld, counters: RunCounters): Promise<string | null> => {
  const { clock, random } = world
  clock.tick(1)
  const market = modelMarket(world, town.riskGate)
  const live = town.actors.filter(isLive)
  const chosen = new Set(Array.from({ length: random.whole(1, 4) }, () => random.pick(live)))
  const idle = town.actors.filter((actor) => !chosen.has(actor))
  const attempts = [...chosen].map((actor) => ({
    actor,
    plan: planStep(world, actor, town.actors, idle, market),
  }))
  const isCut = random.chance(0.1)
  const afterMs = random.whole(0, 12)
  const cut = isCut
    ? wait(afterMs).then(async () => count(counters.faults, 'connections cut', await world.cutConnections()))
    : null
  const [results] = await Promise.all([Promise.all(attempts.map(attempt)), cut])
  await withRetries(world.settled)
  for (const [index, one] of attempts.entries()) {
    const wrong = await judge(world, one, results[index] ?? [], { market, isCut, counters })
    if (wrong !== null) return wrong
  }
  return null
}

/** Keeps two active customers at all times and sometimes adds another one. */
const settleIn = async (world: World, town: StaffWorld): Promise<void> => {
  const live = town.actors.filter(isLive).length
  const comes = town.actors.length < maxActors && world.random.chance(0.05)
  for (let missing = Math.max(2 - live, comes ? 1 : 0); missing > 0; missing -= 1)
    town.actors.push(await registerActor(world, town.actors.length + 1))
}

/**
 * Runs a world for a number of steps and checks everything after each; stops at the first deviation. `before` is called
 * with the number of each step; a test tampers there.
 */
export const runWorld = async (
  world: World,
  seed: number,
  steps: number,
  before: (step: number) => Promise<void> = async () => undefined,
): Promise<RunReport> => {
  const counters: RunCounters = { counts: {}, faults: {} }
  const town = openTown()
  const programs = seededRandom(seed + 7_919)
  for (let number = 1; number <= steps; number += 1) {
    const what = await settleIn(world, town)
      .then(() => before(number))
      .then(() => runProgram(world, town, counters, programs))
      .then((wrong) => wrong ?? step(world, town, counters))
      .catch((error: unknown) => `thrown: ${String(error)}`)
    if (what !== null) return { seed, steps: number, ...counters, broken: { step: number, what } }
  }
  count(counters.counts, 'customers registered', town.actors.length)
  count(counters.counts, 'accounts closed', town.actors.filter(({ person }) => person.closed).length)
  return { seed, steps, ...counters, broken: null }
}

/** A report as text. */
export const formatRun = ({ seed, steps, counts, faults, broken }: RunReport): string =>
  [
    `seed ${seed}: ${steps} steps, ${broken === null ? 'everything held' : 'BROKEN'}`,
    ...Object.entries({ ...counts, ...faults })
      .filter(([, times]) => times > 0)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([what, times]) => `  ${String(times).padStart(6)}  ${what}`),
    ...(broken === null ? [] : [`  step ${broken.step}: ${broken.what}`]),
  ].join('\n')
