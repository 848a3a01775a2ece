import { createHash } from 'node:crypto'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { DomainError } from '@glasshouse/core/errors/registry'
import { house } from '@glasshouse/core/ledger/chart'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { type Random, seededRandom } from '@glasshouse/testkit/random'
import { afterEach, expect, it } from 'vitest'
import { getBalances } from '../../../apps/server/src/ledger/posting/index.ts'
import {
  openSubscriptionStage,
  type SubscriptionStage,
} from '../../../apps/server/src/subscription/subscription.fixture.ts'

// Issues of new coins one after the other, with applications, draws and payments computed independently: no rule of core,
// only whole numbers (1e-8 USDT, whole coins).

const unit = 100_000_000n
/** 0.33333 USDT a coin. */
const pricePer100000 = 33_333n

let stage: SubscriptionStage
afterEach(() => stage.database.drop())

type Application = {
  readonly id: number
  readonly uid: number
  readonly asked: bigint
  allotted: bigint
  state: 'confirming' | 'toPay' | 'paid' | 'over'
}
type Issue = {
  readonly id: number
  readonly number: bigint
  readonly step: bigint
  readonly min: bigint
  readonly max: bigint
  readonly applications: Application[]
  coins: bigint
  usdt: bigint
}
type Person = { wallet: bigint; coins: bigint }
type World = {
  readonly random: Random
  readonly people: Map<number, Person>
  readonly issues: Issue[]
}

const personOf = ({ people }: World, uid: number): Person => {
  const person = people.get(uid)
  if (person === undefined) throw new Error(`no customer ${uid}`)
  return person
}

/** Price × coins, up to the next ten-thousandth. */
const moneyOf = (coins: bigint): bigint => ((pricePer100000 * coins + 9n) / 10n) * 10_000n

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What each application gets, by id. */
const drawn = ({ number, step, applications }: Issue, head: string): ReadonlyMap<number, bigint> => {
  const counted = applications.filter(({ state }) => state === 'confirming')
  const total = counted.reduce((sum, { asked }) => sum + asked, 0n)
  if (total <= number) return new Map(counted.map(({ id, asked }) => [id, asked]))
  const shares = new Map(
    counted.map(({ id, asked }) => [id, ((asked * number) / total / step) * step] as const),
  )
  let left = number - [...shares.values()].reduce((sum, share) => sum + share, 0n)
  const place = ({ id }: Application): string => sha256(`${head}\n${sha256(String(id))}`)
  for (const one of counted.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))) {
    const share = shares.get(one.id) ?? 0n
    if (left < step || share + step > one.asked) continue
    shares.set(one.id, share + step)
    left -= step
  }
  return shares
}

const outcome = <T>(attempt: Promise<T>): Promise<T | string> =>
  attempt.catch((error: unknown) => {
    if (error instanceof DomainError) return error.code
    throw error
  })

/** Makes the same call several times at once; exactly one counts where the model says so. */
const atOnce = async <T>(times: number, attempt: () => Promise<T>) =>
  Promise.all(Array.from({ length: times }, () => outcome(attempt())))

/** Some attempts lose their connection at a statement; what they left undone is done again. */
const killed = async (world: World, attempt: () => Promise<unknown>): Promise<void> => {
  const { random } = world
  const death = killConnectionAt(
    stage.database.url,
    random.whole(1, 25),
    random.chance(0.5) ? 'before' : 'after',
  )
  await attempt().catch(() => undefined)
  death.over()
  await drainDeadConnections(stage.database.pool)
}

const openIssue = async (world: World): Promise<Issue> => {
  const { random } = world
  const step = BigInt(random.pick([1, 5, 10]))
  const number = step * BigInt(random.whole(40, 70))
  const [min, max] = [step * BigInt(random.whole(1, 3)), step * BigInt(random.whole(8, 40))]
  const nowMs = stage.clock.business()
  const finaltime = new Date(nowMs + 4 * dayMs + 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
  const whole = (coins: bigint) => Number.parseInt(String(coins), 10)
  const { id } = await stage.save({
    ...{ number: whole(number), step: whole(step), minnumber: whole(min), maxnumber: whole(max) },
    ...{ opentime: nowMs, closetime: nowMs + dayMs, finaltime },
  })
  await stage.fund(id, String(number))
  const issue = { id, number, step, min, max, applications: [], coins: number * unit, usdt: 0n }
  world.issues.push(issue)
  return issue
}

const apply = async (world: World, issue: Issue, uid: number): Promise<void> => {
  const { random } = world
  const asked = random.chance(0.1) ? issue.max + issue.step : issue.step * BigInt(random.whole(1, 40))
  const results = await atOnce(random.chance(0.3) ? 10 : 1, () => stage.buy(uid, String(asked)))
  const made = results.filter((result) => typeof result !== 'string')
  const isSound = asked >= issue.min && asked <= issue.max
  const isFirst = issue.applications.every((one) => one.uid !== uid)
  expect(made).toHaveLength(isSound && isFirst ? 1 : 0)
  if (!isSound) expect(new Set(results)).toEqual(new Set(['outOfRange']))
  for (const { id } of made) issue.applications.push({ id, uid, asked, allotted: 0n, state: 'confirming' })
}

const withdraw = async (world: World, issue: Issue): Promise<void> => {
  if (issue.applications.length === 0) return
  const one = world.random.pick(issue.applications)
  const results = await atOnce(5, () => stage.cancel(one.uid, one.id))
  const isStanding = one.state === 'confirming' || one.state === 'toPay'
  expect(results.filter((result) => typeof result !== 'string')).toHaveLength(isStanding ? 1 : 0)
  if (isStanding) one.state = 'over'
}

const draw = async (world: World, issue: Issue): Promise<void> => {
  await stage.close()
  const head = stage.published.at(-1)?.hash ?? ''
  if (world.random.chance(0.2)) {
    await stage.decide(issue.id, 'reject')
    for (const one of issue.applications) one.state = 'over'
    return
  }
  if (world.random.chance(0.5)) await killed(world, () => stage.decide(issue.id))
  await outcome(stage.decide(issue.id))
  const shares = drawn(issue, head)
  for (const one of issue.applications.filter(({ state }) => state === 'confirming')) {
    one.allotted = shares.get(one.id) ?? 0n
    one.state = one.allotted > 0n ? 'toPay' : 'over'
  }
}

const pay = async (world: World, issue: Issue): Promise<void> => {
  if (issue.applications.length === 0) return
  const one = world.random.pick(issue.applications)
  const person = personOf(world, one.uid)
  const money = moneyOf(one.allotted)
  const isPayable = one.state === 'toPay' && person.wallet >= money
  if (isPayable && world.random.chance(0.3)) await killed(world, () => stage.pay(one.uid, one.id))
  const results = await atOnce(world.random.chance(0.3) ? 20 : 1, () => stage.pay(one.uid, one.id))
  if (!isPayable) {
    const code = one.state === 'toPay' ? 'insufficientBalance' : 'invalidState'
    return expect(new Set(results)).toEqual(new Set([code]))
  }
  // The killed attempt may have been committed before its connection died.
  expect(results.filter((result) => typeof result !== 'string').length).toBeLessThanOrEqual(1)
  one.state = 'paid'
  person.wallet -= money
  person.coins += one.allotted * unit
  issue.coins -= one.allotted * unit
  issue.usdt += money
}

const compare = async (world: World): Promise<void> => {
  for (const [uid, { wallet, coins }] of world.people)
    expect([await stage.held(uid, 'contract'), await stage.coins(uid)], `customer ${uid}`).toEqual([
      wallet,
      coins,
    ])
  for (const { id, coins, usdt } of world.issues) {
    const balances = await getBalances(stage.database.db, [
      house(`subscription:${id}`, 'SOL'),
      house(`subscription:${id}`),
    ])
    expect(balances, `issue ${id}`).toEqual([coins, usdt])
  }
}

/** Repeats an act with the customers or applications of the moment. */
const often = async (world: World, times: number, act: () => Promise<void>): Promise<void> => {
  for (let time = 0; time < times; time += 1) {
    await act()
    await compare(world)
  }
}

it.each([3, 8])(
  'issues of new coins end as the model says, also when draws and payments are killed (seed %i)',
  async (seed) => {
    stage = await openSubscriptionStage()
    const random = seededRandom(seed)
    const world: World = { random, people: new Map(), issues: [] }
    for (let at = 0; at < 9; at += 1) {
      const dollars = random.whole(3, 40)
      const uid = await stage.applicant(String(dollars))
      world.people.set(uid, { wallet: BigInt(dollars) * unit, coins: 0n })
    }
    const uids = [...world.people.keys()]
    for (let round = 0; round < 6; round += 1) {
      const issue = await openIssue(world)
      await often(world, 14, () => apply(world, issue, random.pick(uids)))
      await often(world, 2, () => withdraw(world, issue))
      await draw(world, issue)
      await compare(world)
      await often(world, 8, () => pay(world, issue))
      await often(world, 1, () => withdraw(world, issue))
      await stage.pass(5)
      for (const one of issue.applications) if (one.state === 'toPay') one.state = 'over'
      await often(world, 3, () => pay(world, issue))
    }
    expect(await stage.violated()).toEqual({})
    const all = world.issues.flatMap(({ applications }) => applications)
    expect(all.some(({ state }) => state === 'paid')).toBe(true)
    expect(all.some(({ asked, allotted, state }) => state === 'paid' && allotted < asked)).toBe(true)
  },
)
