import { dayMs } from '@glasshouse/core/calendar/durations'
import { DomainError, errorCodes } from '@glasshouse/core/errors/registry'
import type { Candle } from '@glasshouse/core/markets/candles'
import { formatUsdt, type Price, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type AiFixture, minuteMs, startAiFixture } from '../../../../apps/server/src/ai/aiRuns.fixture.ts'
import { stopRun as stopProductRun } from '../../../../apps/server/src/ai/service/runs.ts'
import { settleTrade } from '../../../../apps/server/src/ai/service/settle.ts'
import { closePosition } from '../../../../apps/server/src/contracts/index.ts'
import {
  closeTrade,
  closeWhenFresh,
  hearMinute,
  hearTick,
  type Minute,
  type ModelTrader,
  type ModelWorld,
  type Quote,
  signalAt,
  startRun,
  stopRun,
} from './model.fixture.ts'

/** Minutes of one run of the simulation; seeds that once failed stay in the list. */
const minutesOfRun = 400
const seeds = [1, 2, 3] as const
const cent = 10_000_000n

type Person = ModelTrader & { readonly uid: number }
type Simulation = {
  readonly ai: AiFixture
  readonly random: Random
  readonly world: ModelWorld
  readonly people: readonly Person[]
  readonly minutes: Minute[]
  quote: Quote
  /** Parts per million a tick, for an hour or so: without one a trade never gets as old as the rule allows. */
  drift: number
  readonly seen: Map<string, number>
}

const count = ({ seen }: Simulation, what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)
const written = (at: bigint): string =>
  `${at / 1_000_000_000n}.${String((at / cent) % 100n).padStart(2, '0')}`

const begin = async (seed: number): Promise<Simulation> => {
  const ai = await startAiFixture()
  const { clock } = ai.stage
  const people: Person[] = []
  for (const [amount, days] of [
    ['420', 30],
    ['1000', 30],
    ['3000', 1],
    ['150', 30],
  ] as const)
    people.push({
      ...{ uid: await ai.trader(amount, days), free: usdt(amount), run: null, startsByDay: new Map() },
      ...{ activeUntilMs: clock.business() + days * dayMs, pausedUntilMs: 0 },
    })
  const quote = { bid: 64_350_100_000_000n, ask: 64_350_200_000_000n, isFresh: true }
  const world = { isOn: true, nowMs: clock.now() }
  return { ai, random: seededRandom(seed), world, people, minutes: [], quote, drift: 30, seen: new Map() }
}

const at = ({ ai, world }: Simulation, ms: number): void => {
  ai.stage.clock.set(ms)
  world.nowMs = ms
}

/** The runs of the product whose trade has closed are told of it, as the listener does. */
const settleAll = async ({ ai, people }: Simulation): Promise<void> => {
  for (const { run } of people) if (run !== null) await settleTrade(ai.deps, run.id)
}

const move = async (sim: Simulation): Promise<void> => {
  const { ai, random, world, people, quote } = sim
  const noise = sim.drift === 0 ? 900 : 40
  const ppm = random.chance(sim.drift === 0 ? 0.12 : 0.005)
    ? random.whole(-9_000, 9_000)
    : sim.drift + random.whole(-noise, noise)
  const bid = ((quote.bid * BigInt(1_000_000 + ppm)) / 1_000_000n / cent) * cent
  const ask = bid + cent * BigInt(random.pick([1, 10, 150]))
  sim.quote = { bid, ask, isFresh: true }
  ai.stage.markets.set('BTCUSDT', written(bid), written(ask))
  await ai.stage.engine.settled()
  await settleAll(sim)
  await ai.worker.sweep()
  for (const person of people) {
    const reached = hearTick(world, person, sim.quote)
    if (reached !== null) count(sim, reached)
    closeWhenFresh(world, person, sim.quote)
  }
}

/** What a customer or staff do at a moment, and what the model says of it. */
const act = async (sim: Simulation): Promise<void> => {
  const { ai, random, world, people } = sim
  const person = random.pick(people)
  const { uid, run } = person
  const { db } = ai.stage.database
  const roll = random.whole(1, 20)
  if (roll <= 11) return start(sim, person)
  if (roll <= 13 && run !== null) {
    const stopped = stopProductRun(ai.deps, uid, run.id)
    const isRunning = stopRun(world, person, sim.quote)
    await expect(codeOf(stopped)).resolves.toBe(isRunning ? null : 'invalidState')
    if (isRunning) count(sim, 'stop')
  } else if (roll <= 15 && run?.trade != null && !run.closing && sim.quote.isFresh) {
    const { rows } = await sql<{
      order_id: number
    }>`select order_id from ai_run where id = ${run.id}`.execute(db)
    await closePosition(ai.deps, { uid }, { id: rows[0]?.order_id ?? 0, lots: null })
    await settleTrade(ai.deps, run.id)
    closeTrade(world, person, run.trade.side === 1 ? sim.quote.bid : sim.quote.ask)
    count(sim, 'closed by hand')
  } else if (roll <= 17) {
    person.pausedUntilMs = world.nowMs + 5 * minuteMs
    await sql`delete from protection_limit where uid = ${uid}`.execute(db)
    await sql`insert into protection_limit (uid, name, value) values (${uid}, 'pauseUntil', ${person.pausedUntilMs})`.execute(
      db,
    )
  } else if (roll === 18) await switchAll(sim, false)
}

const switchAll = async ({ ai, world }: Simulation, isOn: boolean): Promise<void> => {
  world.isOn = isOn
  await sql`update ai_switch set is_on = ${isOn}`.execute(ai.stage.database.db)
}

const codeOf = (attempt: Promise<unknown>): Promise<string | null> =>
  attempt.then(
    () => null,
    (error: unknown) => {
      if (error instanceof DomainError) return error.code
      throw error
    },
  )

const start = async ({ ai, random, world, quote, ...sim }: Simulation, person: Person): Promise<void> => {
  // Sometimes nearly all there is, so that the next trade lacks money.
  const rest = person.free - usdt('3')
  const isTight = rest >= usdt('100') && rest <= usdt('999') && random.chance(0.5)
  const stake = isTight ? formatUsdt(rest as Usdt) : random.pick(['100', '140', '400', '999'])
  const times = random.pick([1, 2, 3] as const)
  const multiple = random.pick([2, 5] as const)
  const maxloss = usdt(random.pick(['2', '9', '40', stake]))
  const asked = { stake: usdt(stake), leverage: BigInt(multiple), times, maxLoss: maxloss }
  const { refusal, accept } = startRun(world, person, quote, asked)
  const placed = ai.place(person.uid, {
    leverage: multiple,
    stake: usdt(stake),
    times,
    maxLoss: maxloss as Usdt,
  })
  expect(await codeOf(placed)).toBe(refusal)
  count({ ai, random, world, quote, ...sim }, refusal ?? 'start')
  if (refusal === null) accept(await placed)
}

const candleOf = ({ openMs, high, low, close, hasTrades }: Minute): Candle => ({
  ...{ openMs, open: close as Price, high: high as Price, low: low as Price, close: close as Price },
  volume: quantity(hasTrades ? '1' : '0'),
  turnover: 0n as Usdt,
})

/** Half an hour that no run hears of. */
const remember = ({ random, minutes, quote }: Simulation, untilMs: number): void => {
  for (let back = 30; back > 0; back -= 1) {
    const close = quote.bid + cent * BigInt(random.whole(-6_000, 6_000))
    const width = cent * BigInt(random.whole(0, 5_000))
    minutes.push({
      ...{ openMs: untilMs - back * minuteMs, close, hasTrades: true },
      ...{ high: close + width, low: close - width },
    })
  }
}

/** One minute: prices, people, its close as all runs judge it; then everything is compared. */
const live = async (sim: Simulation, openMs: number): Promise<void> => {
  const { ai, random, world, people, minutes } = sim
  const prices = [sim.quote.bid]
  const moments = random.whole(0, 3)
  if (!world.isOn && random.chance(0.2)) await switchAll(sim, true)
  for (let moment = 1; moment <= moments; moment += 1) {
    at(sim, openMs + moment * 15_000)
    if (random.chance(0.8)) await move(sim)
    prices.push(sim.quote.bid)
    if (random.chance(0.25)) await act(sim)
  }
  if (random.chance(0.04)) {
    ai.stage.markets.silence('BTCUSDT')
    sim.quote = { ...sim.quote, isFresh: false }
  }
  const [high, low] = [prices, prices].map((all, place) =>
    all.reduce((a, b) => (place === 0 ? (a > b ? a : b) : a < b ? a : b)),
  )
  const hasTrades = !random.chance(0.003)
  minutes.push({ openMs, high: high ?? 0n, low: low ?? 0n, close: sim.quote.bid, hasTrades })
  if (random.chance(0.03)) return at(sim, openMs + minuteMs + 200)
  await ai.hearMinutes(minutes.slice(-31).map(candleOf))
  at(sim, openMs + minuteMs + 200)
  const newest = minutes.at(-1)
  const signal = signalAt(minutes)
  if (newest !== undefined) for (const person of people) hearMinute(world, person, sim.quote, newest, signal)
}

const compare = async ({ ai, people }: Simulation): Promise<void> => {
  for (const { uid, run, free } of people) {
    if (run === null) continue
    const { rows } = await sql<Record<string, unknown>>`
      select state, reason, done, profit, fees, closing is not null as closing, order_id is not null as trading
      from ai_run where id = ${run.id}`.execute(ai.stage.database.db)
    const { state, reason, done, profit, fees, closing, trade } = run
    expect(rows[0]).toEqual({ state, reason, done, profit, fees, closing, trading: trade !== null })
    expect((await ai.stage.purses(uid))[0]).toBe(free)
  }
}

/** The decisions of a run that is over, with the trades they opened. */
const compareDecisions = async (sim: Simulation, { run }: Person): Promise<void> => {
  if (run === null) return
  const { rows } = await sql<{ result: string; code: number | null }>`
    select concat_ws(' ', d.candle_ms, d.outcome, o.lots, o.open_price, o.stop_loss_price, o.target_profit_price) as result,
      d.ret_code as code
    from ai_decision d left join contracts_order o on o.id = d.order_id
    where d.run_id = ${run.id} order by d.candle_ms`.execute(sim.ai.stage.database.db)
  const nameOf = (code: number) => Object.entries(errorCodes).find(([, number]) => number === code)?.[0] ?? ''
  expect(rows.map(({ result, code }) => (code === null ? result : `${result} ${nameOf(code)}`))).toEqual(
    run.decisions,
  )
  for (const decision of run.decisions) count(sim, decision.split(' ')[1] ?? '')
  count(sim, `ended ${run.reason}`)
}

it.each(seeds)('runs trade and end as an independent model of momentum-1 says, seed %i', async (seed) => {
  const sim = await begin(seed)
  try {
    let openMs = sim.world.nowMs - (sim.world.nowMs % minuteMs) + minuteMs
    const judged = new Set<number>()
    remember(sim, openMs)
    for (let minute = 0; minute < minutesOfRun; minute += 1) {
      await live(sim, openMs)
      await compare(sim)
      for (const person of sim.people)
        if (person.run?.state === 3 && !judged.has(person.run.id)) {
          judged.add(person.run.id)
          await compareDecisions(sim, person)
        }
      // Sometimes nothing is heard for more than a day: runs end, and days have new starts.
      const isJump = sim.random.chance(0.015)
      if (sim.random.chance(0.012)) sim.drift = sim.random.pick([0, 0, 30, -30])
      openMs += isJump ? 26 * 60 * minuteMs : minuteMs
      if (isJump) remember(sim, openMs)
    }
    for (const person of sim.people) if (person.run?.state !== 3) await compareDecisions(sim, person)
    const seen = [...sim.seen.keys()]
    for (const what of ['hold', 'age', 'opposite', 'stop loss', 'take profit', 'ended times'])
      expect(seen).toContain(what)
    expect(await sim.ai.broken()).toEqual([])
  } finally {
    await sim.ai.close()
  }
})
