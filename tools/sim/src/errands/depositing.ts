import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { type Actor, sessionOf } from '../actor.ts'
import { assertThat, expectRetCode } from '../assertThat.ts'
import { depositRefusal, withTradeResult } from '../modelLimits.ts'
import { asStaff, type StaffWorld } from '../staffWorld.ts'
import type { World } from '../world.ts'

const unit = 100_000_000n
const [least, most] = [10n * unit, 50_000n * unit]

/** Transaction hashes credited in a world; they cannot be credited again. */
const credited = new WeakMap<World, string[]>()
const creditedIn = (world: World): string[] => {
  const known = credited.get(world) ?? []
  credited.set(world, known)
  return known
}

const digits = [...'0123456789abcdef']
const freshHash = ({ random }: World): string =>
  `0x${Array.from({ length: 64 }, () => random.pick(digits)).join('')}`

/** A hash in a form in which people paste it. */
const pasted = ({ random }: World, hash: string): string =>
  random.pick([
    hash,
    ` ${hash}\n`,
    `0x${hash.slice(2).toUpperCase()}`,
    `${hash.slice(0, 20)} ${hash.slice(20)}`,
  ])

/** Expected error of the report, computed independently; null if it is accepted. */
const foretold = (world: World, { known }: Actor, hash: string, amount: bigint): string | null => {
  if (hash.length !== 66) return 'invalidField'
  if (amount < least || amount > most) return 'outOfRange'
  const refusal = depositRefusal(known.guard, amount, world.clock.business())
  if (refusal !== null) return refusal
  return creditedIn(world).includes(hash) ? 'invalidState' : null
}

/** Reports a transfer and follows it to its end with staff; every result and amount is predicted. */
export const reportDeposit = async (world: World, town: StaffWorld, actor: Actor): Promise<void> => {
  const { random } = world
  const { token } = await sessionOf(world, actor)
  const known = creditedIn(world)
  const hash = known.length > 0 && random.chance(0.2) ? random.pick(known) : freshHash(world)
  const written = random.chance(0.1) ? hash.slice(0, 65) : hash
  const money = random.pick(['9.99', '10', '250', '1000.5', '50000', '50000.00000001'])
  const refused = foretold(world, actor, written, usdt(money))
  const form = { type: 1001, money, hash: pasted(world, written) } as const
  const ask = () => world.askWith(token, '/api/pay/payDigital', form)
  if (refused !== null) return expectRetCode(refused, `${actor.name} reports ${money}`, ask)
  const { id } = await ask()
  await expectRetCode('invalidState', `transfer ${hash} reported twice`, ask)
  await (random.chance(0.3) ? reject(world, town, id) : approve(world, town, actor, { id, hash, money }))
  await expectRetCode('invalidState', `deposit ${id} decided twice`, () => decide(world, town, id, {}))
}

const decide = (world: World, town: StaffWorld, id: number, more: { amount?: string; remark?: string }) =>
  asStaff(world, town, world.random.pick(['manager', 'service'] as const), (staff) =>
    world.askWith(staff, '/staff/api/reviewDecide', {
      kind: 'deposit',
      id,
      decision: more.remark === undefined ? 'approve' : 'reject',
      ...more,
    }),
  )

const reject = async (world: World, town: StaffWorld, id: number): Promise<void> => {
  const row = await decide(world, town, id, { remark: 'Nothing arrived.' })
  town.audited += 1
  assertThat(row.status === 2, `deposit ${id} was rejected and is ${row.status}`)
}

type Reported = { readonly id: number; readonly hash: string; readonly money: string }

const approve = async (
  world: World,
  town: StaffWorld,
  { known }: Actor,
  { id, hash, money }: Reported,
): Promise<void> => {
  // The received amount often differs from the reported one because fees are deducted.
  const arrived = world.random.chance(0.5) ? usdt(money) : usdt(money) - 123_456_789n
  const row = await decide(world, town, id, { amount: formatUsdt(arrived) })
  town.audited += 1
  assertThat(row.status === 1, `deposit ${id} was approved and is ${row.status}`)
  creditedIn(world).push(hash)
  known.purse.wallet += arrived
  known.guard = withTradeResult(known.guard, world.clock.business(), { paidIn: arrived })
}
