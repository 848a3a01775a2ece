import { hourMs } from '@glasshouse/core/calendar/durations'
import { formatUsdt } from '@glasshouse/core/money/units'
import { type Actor, sessionOf } from '../actor.ts'
import { assertThat, expectRetCode } from '../assertThat.ts'
import { type LimitName, limitNames, limitStateAt, withLimitChange } from '../modelLimits.ts'
import type { World } from '../world.ts'

const toNumber = (name: LimitName, value: bigint | null): string | number | null => {
  if (value === null) return null
  return name === 'pauseUntil' ? Number.parseInt(value.toString(), 10) : formatUsdt(value)
}

/** The displayed limits and the day's result equal the model's. */
export const compareLimits = async (world: World, actor: Actor): Promise<void> => {
  const { token } = await sessionOf(world, actor)
  const shown = await world.askWith(token, '/api/user/limits', {})
  const guard = limitStateAt(actor.known.guard, world.clock.business())
  const expected = {
    dailyLoss: toNumber('dailyLoss', guard.dailyLoss.value),
    deposit: toNumber('deposit', guard.deposit.value),
    pauseUntil: toNumber('pauseUntil', guard.pauseUntil.value),
    pending: limitNames.flatMap((name) => {
      const { next } = guard[name]
      return next === null ? [] : [{ name, value: toNumber(name, next.value), from: next.fromMs }]
    }),
    resultToday: formatUsdt(guard.result),
    depositedToday: formatUsdt(guard.paidIn),
  }
  const { until: _, ...real } = shown
  const [says, means] = [JSON.stringify(real), JSON.stringify(expected)]
  assertThat(says === means, `${actor.name} is shown the limits ${says}, the model says ${means}`)
}

const requestFor = ({ random, clock }: World, name: LimitName): bigint | null => {
  if (random.chance(0.4)) return null
  if (name === 'pauseUntil') return BigInt(clock.business() + random.whole(1, 10) * hourMs)
  return BigInt(name === 'dailyLoss' ? random.whole(20, 2_000) : random.whole(1_000, 25_000)) * 100_000_000n
}

const written = (name: LimitName, value: bigint | null): string | number =>
  toNumber(name, value) ?? (name === 'pauseUntil' ? 0 : '')

/** Sets limits: tighter ones apply at once, looser ones after a day of the calendar. */
export const setLimit = async (world: World, actor: Actor): Promise<void> => {
  const { token } = await sessionOf(world, actor)
  const name = world.random.pick(limitNames)
  await expectRetCode('outOfRange', `${actor.name} sets an invalid limit`, () =>
    world.askWith(token, '/api/user/setLimits', name === 'pauseUntil' ? { pauseUntil: 1 } : { [name]: '0' }),
  )
  const request = requestFor(world, name)
  await world.askWith(token, '/api/user/setLimits', { [name]: written(name, request) })
  actor.known.guard = withLimitChange(actor.known.guard, name, request, world.clock.business())
  await compareLimits(world, actor)
}

/** Submits the risk check, with right or wrong answers. */
export const takeRiskCheck = async (world: World, actor: Actor): Promise<void> => {
  const { token } = await sessionOf(world, actor)
  const ask = (answers: string, version: string) =>
    world.askWith(token, '/api/user/riskPass', { product: 'contract', version, answers })
  const { version, passed } = await world.askWith(token, '/api/user/riskCheck', { product: 'contract' })
  const before = actor.known.guard.passedCheck
  assertThat(passed === before, `${actor.name} has ${passed ? '' : 'not '}passed the risk check`)
  await expectRetCode('invalidState', `${actor.name} answers an old version`, () =>
    ask('q1:c,q2:b,q3:b', '0'),
  )
  const isRight = world.random.chance(0.8)
  const answered = await ask(isRight ? 'q1:c,q2:b,q3:b' : 'q1:a,q2:b,q3:b', version)
  assertThat(answered.passed === (isRight || before), `${actor.name} answered ${isRight ? 'right' : 'wrong'}`)
  actor.known.guard = { ...actor.known.guard, passedCheck: isRight || before }
}

/** Advances the calendar: hours, sometimes days, rarely the lifetime of every session. */
export const advanceCalendar = async ({ random, advance, clock }: World): Promise<void> => {
  const hours = random.chance(0.05) ? 15 * 24 : random.whole(1, 30)
  const expected = clock.business() + hours * hourMs
  const now = await advance(hours * hourMs)
  assertThat(now === expected, `the calendar is at ${now}, expected ${expected}`)
}
