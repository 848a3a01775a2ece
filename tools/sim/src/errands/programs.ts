import { dayNumber } from '@glasshouse/core/calendar/days'
import { DomainError } from '@glasshouse/core/errors/registry'
import type { Random } from '@glasshouse/testkit/random'
import { type Actor, isLive } from '../actor.ts'
import { assertThat, expectRetCode } from '../assertThat.ts'
import { asStaff, type StaffWorld } from '../staffWorld.ts'
import type { World } from '../world.ts'

/** What the model knows of identity checks and texts of one world. */
type ProgramModel = {
  readonly checks: Map<number, { status: 1 | 2 | 3; number: string }>
  readonly texts: {
    readonly id: number
    readonly author: number
    status: 0 | 1 | 2
    readonly likes: Set<number>
  }[]
  /** Speeches of a customer on a day of the business calendar. */
  readonly spoken: Map<string, number>
  made: number
}
const models = new WeakMap<World, ProgramModel>()
const modelOf = (world: World): ProgramModel => {
  const model = models.get(world) ?? { checks: new Map(), texts: [], spoken: new Map(), made: 0 }
  models.set(world, model)
  return model
}

/**
 * One scenario of an identity check, the community or AI ordering. None moves money, so that the books of a seed stay
 * the same; the choice has a random source of its own.
 */
export const runProgramScenario = async (world: World, town: StaffWorld, random: Random): Promise<string> => {
  const actor = random.pick(town.actors.filter(isLive))
  const [what, run] = random.pick([
    ['identity check', checkIdentity],
    ['post in the community', speak],
    ['moderate the community', moderate],
    ['like a post', like],
    ['AI run', runAi],
  ] as const)
  await run(world, town, random, actor)
  return what
}

type Run = (world: World, town: StaffWorld, random: Random, actor: Actor) => Promise<void>

const decide = async (
  world: World,
  town: StaffWorld,
  random: Random,
  kind: 'kyc' | 'speech',
  id: number,
  reason: 'unreadable' | 'spam' | null,
): Promise<void> => {
  const decision =
    reason === null
      ? ({ decision: 'approve' } as const)
      : ({ decision: 'reject', reason, remark: 'Decided in a simulation.' } as const)
  const ask = () =>
    asStaff(world, town, random.pick(['manager', 'service'] as const), (staff) =>
      world.askWith(staff, '/staff/api/reviewDecide', { kind, id, ...decision }),
    )
  await ask()
  town.audited += 1
  await expectRetCode('invalidState', `${kind} ${id} decided twice`, ask)
}

/** Hands in an identity check, or has the one that waits decided; what may not be handed in again is refused. */
const checkIdentity: Run = async (world, town, random, { uid, name }) => {
  const { checks } = modelOf(world)
  const known = checks.get(uid)
  const [front, back] = await world.picturesOf(uid)
  const handIn = (number: string) => () =>
    world.ask(uid, '/api/user/saveOrUpdKyc', {
      ...{ username: name, idcard: number, forntpic: front, reversepic: back },
    })
  if (known === undefined || (known.status === 3 && random.chance(0.7))) {
    if (known !== undefined)
      await expectRetCode('invalidState', `${name} hands in the same again`, handIn(known.number))
    const number = `SIM-${uid}-${random.whole(1, 1_000_000_000)}`
    await handIn(number)()
    checks.set(uid, { status: 1, number })
  } else if (known.status === 1) {
    await expectRetCode('invalidState', `${name} hands in twice`, handIn(`${known.number}1`))
    const reason = random.chance(0.5) ? 'unreadable' : null
    const id = await world.waitingCheckOf(uid)
    assertThat(id !== null, `the identity check of ${name} is not in the queue`)
    await decide(world, town, random, 'kyc', id ?? 0, reason)
    known.status = reason === null ? 2 : 3
  }
  const shown = await world.ask(uid, '/api/user/queryKyc', {})
  const status = checks.get(uid)?.status
  assertThat(
    shown?.status === status,
    `the identity check of ${name} is ${shown?.status}, the model says ${status}`,
  )
}

const maxSpeeches = 10

/** Posts; the same text again is refused, and an eleventh of a day. */
const speak: Run = async (world, _town, _random, { uid, name }) => {
  const model = modelOf(world)
  const day = `${uid} ${dayNumber(world.clock.business())}`
  const spoken = model.spoken.get(day) ?? 0
  model.made += 1
  const content = `Simulated post ${model.made} of ${name}.`
  const ask = () => world.ask(uid, '/api/community/releaseSpeech', { content })
  if (spoken >= maxSpeeches) return expectRetCode('tooManyRequests', `${name} posts too often`, ask)
  const { id } = await ask()
  model.spoken.set(day, spoken + 1)
  model.texts.push({ id, author: uid, status: 0, likes: new Set() })
  const again = spoken + 1 >= maxSpeeches ? 'tooManyRequests' : 'invalidState'
  await expectRetCode(again, `${name} posts the same again`, ask)
}

/** Decides a post that waits; it is listed exactly if it was published. */
const moderate: Run = async (world, town, random, { uid }) => {
  const live = new Set(town.actors.filter(isLive).map((one) => one.uid))
  const text = modelOf(world).texts.find(({ status, author }) => status === 0 && live.has(author))
  if (text === undefined) return
  const reason = random.chance(0.4) ? 'spam' : null
  await decide(world, town, random, 'speech', text.id, reason)
  text.status = reason === null ? 1 : 2
  const listed = await world.listPosts(uid, text.id)
  assertThat(
    listed.length === (text.status === 1 ? 1 : 0),
    `post ${text.id}, decided as ${text.status}, is listed ${listed.length} times`,
  )
}

/** Likes or unlikes a post; only published posts of others. */
const like: Run = async (world, _town, random, { uid, name }) => {
  const { texts } = modelOf(world)
  if (texts.length === 0) return
  const text = random.pick(texts)
  const ask = () => world.ask(uid, '/api/community/like', { refid: text.id, type: 1 })
  if (text.status !== 1 || text.author === uid) {
    const code = text.status !== 1 && text.author !== uid ? ['invalidState', 'notFound'] : ['invalidState']
    const got = await codeOf(ask)
    return assertThat(code.includes(got ?? ''), `${name} likes post ${text.id}: got ${got}`)
  }
  const before = text.likes.has(uid)
  const { like: now } = await ask()
  assertThat((now === 1) === !before, `the like of ${name} on post ${text.id} is ${now}`)
  if (before) text.likes.delete(uid)
  else text.likes.add(uid)
}

const codeOf = (ask: () => Promise<unknown>): Promise<string | null> =>
  ask().then(
    () => null,
    (reason: unknown) => {
      if (reason instanceof DomainError) return reason.code
      throw reason
    },
  )

/** What may stand in the way of a run besides a wrong request. */
const obstacles = [
  ...['riskCheckRequired', 'selfLimitReached', 'notAllowed', 'insufficientBalance'],
  ...['outOfRange', 'priceChanged', 'aiLimitReached', 'notTradable'],
]

/** Starts a run, five at once, of which one counts at most, and stops it; without an activation none starts. */
const runAi: Run = async (world, town, _random, { uid, name }) => {
  const start = () => world.ask(uid, '/api/ai/aiPlaceOrder', { multiple: 2, pid: 1, price: '100', times: 1 })
  const { activecodestatus } = await world.ask(uid, '/api/ai/obtainAI', {})
  if (activecodestatus === 2) {
    await expectRetCode('notAllowed', `${name} starts a run before the activation`, start)
    await asStaff(world, town, 'service', (staff) =>
      world.askWith(staff, '/staff/api/aiActivate', { uid, days: 30 }),
    )
    town.audited += 1
  }
  const answers = await Promise.all(Array.from({ length: 5 }, () => codeOf(start)))
  const started = answers.filter((code) => code === null).length
  const unexpected = answers.filter(
    (code) => code !== null && code !== 'invalidState' && !obstacles.includes(code),
  )
  assertThat(started <= 1 && unexpected.length === 0, `${name} starts runs: ${answers.join(', ')}`)
  if (started === 0) return
  assertThat(answers.filter((code) => code === 'invalidState').length === 4, `${name}: ${answers.join(', ')}`)
  const running = (await world.listAiRuns(uid))[0]
  const id = running?.id ?? 0
  const stop = () => world.ask(uid, '/api/ai/aiStop', { id })
  await stop()
  await expectRetCode('invalidState', `${name} stops run ${id} twice`, stop)
  const ended = (await world.listAiRuns(uid))[0]
  assertThat(
    ended?.state === 3 && ended.reason === 'stopped',
    `run ${id} is ${ended?.state} ${ended?.reason}`,
  )
}
