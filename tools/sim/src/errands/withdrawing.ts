import { dayMs } from '@glasshouse/core/calendar/durations'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { type Actor, sessionOf } from '../actor.ts'
import { assertThat, expectRetCode } from '../assertThat.ts'
import { asStaff, type StaffWorld } from '../staffWorld.ts'
import type { World } from '../world.ts'

const unit = 100_000_000n
const [min, max, cap, secondAbove] = [50n * unit, 50_000n * unit, 10_000n * unit, 5_000n * unit]

/** Sum that a customer requested on a day at UTC+1 without a refund. */
const today = new WeakMap<Actor, { readonly day: number; readonly sum: bigint }>()
const dayOf = ({ clock }: World): number => Math.floor((clock.business() + 3_600_000) / 86_400_000)
const requestedToday = (world: World, actor: Actor): bigint => {
  const known = today.get(actor)
  return known?.day === dayOf(world) ? known.sum : 0n
}

/** What the manager approved alone, by the business calendar: all customers of the simulation share one bank account. */
const approvedAlone = new WeakMap<World, { readonly atMs: number; readonly amount: bigint }[]>()
const needsSecond = (world: World, amount: bigint): boolean => {
  const since = world.clock.business() - dayMs
  const recent = (approvedAlone.get(world) ?? []).filter(({ atMs }) => atMs > since)
  approvedAlone.set(world, recent)
  return recent.reduce((sum, one) => sum + one.amount, amount) > secondAbove
}

/** Customers with stored bank data. */
const banked = new WeakSet<Actor>()

/** Expected error of the request, computed independently; null if it is accepted. */
const foretold = (world: World, actor: Actor, amount: bigint, text: string): string | null => {
  const { known, person } = actor
  if (/\./.test(text) || amount < min || amount > max) return 'outOfRange'
  if (!banked.has(actor) || person.withdrawPwd === null) return 'invalidState'
  if (amount > cap - requestedToday(world, actor)) return 'outOfRange'
  return amount > known.purse.wallet ? 'insufficientBalance' : null
}

const pickAmount = ({ random }: World, { known }: Actor): string => {
  if (random.chance(0.1)) return random.pick(['100.0', '49', '50001', '0'])
  const whole = known.purse.wallet / unit
  const most = whole > 9_000n ? 9_000n : whole
  return String((most * BigInt(random.pick([1, 3, 7, 10, 11]))) / 10n)
}

/** Requests a bank withdrawal and follows it to one of its final states; every result and amount is predicted. */
export const withdraw = async (world: World, town: StaffWorld, actor: Actor): Promise<void> => {
  const { token } = await sessionOf(world, actor)
  if (!banked.has(actor) && world.random.chance(0.8)) {
    const bank = { accntnm: actor.name, iban: 'DE89370400440532013000' }
    await world.askWith(token, '/api/user/saveBankCard', bank)
    banked.add(actor)
  }
  const price = pickAmount(world, actor)
  const amount = usdt(price)
  const refused = foretold(world, actor, amount, price)
  const form = { banktype: 1, price, withdrawpsd: actor.person.withdrawPwd ?? 'Nothing1' } as const
  const ask = () => world.askWith(token, '/api/pay/withdraw', form)
  if (refused !== null) return expectRetCode(refused, `${actor.name} withdraws ${price}`, ask)
  const { id, tax, net } = await ask()
  const fee = (amount * 5n + 99n) / 100n
  assertThat(
    tax === formatUsdt(fee) && net === formatUsdt(amount - fee),
    `${actor.name}: ${price} costs ${tax} and pays ${net}`,
  )
  await followOn(world, town, actor, { id, token, amount, fee })
}

type Requested = {
  readonly id: number
  readonly token: string
  readonly amount: bigint
  readonly fee: bigint
}

const assertState = async (world: World, { id, token }: Requested, state: string): Promise<void> => {
  const status = await world.askWith(token, '/api/pay/withdrawStatus', { id })
  assertThat(status.state === state, `withdrawal ${id} is ${status.state}, expected ${state}`)
}

const decide = (
  world: World,
  town: StaffWorld,
  id: number,
  decision: 'approve' | 'reject',
  by: 'manager' | 'second' = 'manager',
) =>
  asStaff(world, town, by, (staff) =>
    world.askWith(staff, '/staff/api/reviewDecide', {
      kind: 'withdrawal',
      id,
      decision,
      ...(decision === 'reject' ? { reason: 'name_mismatch', remark: 'Another name.' } : {}),
    }),
  )

const followOn = async (
  world: World,
  town: StaffWorld,
  actor: Actor,
  requested: Requested,
): Promise<void> => {
  const { id, token, amount, fee } = requested
  const cancel = () => world.askWith(token, '/api/pay/cancelWithdraw', { id })
  const end = world.random.pick(['cancel', 'reject', 'send', 'send'] as const)
  if (end === 'cancel') {
    await cancel()
    await expectRetCode('invalidState', `withdrawal ${id} cancelled twice`, cancel)
    return assertState(world, requested, 'cancelled')
  }
  if (end === 'reject') {
    await decide(world, town, id, 'reject')
    town.audited += 1
    return assertState(world, requested, 'rejected')
  }
  const isSecondNeeded = needsSecond(world, amount)
  const atMs = world.clock.business()
  await decide(world, town, id, 'approve')
  town.audited += 1
  if (isSecondNeeded) {
    await assertState(world, requested, 'waiting')
    await expectRetCode('invalidState', `withdrawal ${id} approved twice by one manager`, () =>
      decide(world, town, id, 'approve'),
    )
    if (world.random.chance(0.5)) return cancel().then(() => assertState(world, requested, 'cancelled'))
    await decide(world, town, id, 'approve', 'second')
    town.audited += 1
  } else {
    approvedAlone.get(world)?.push({ atMs, amount })
    // Who approved alone does not export: there is nothing to export for that manager.
    await expectRetCode('invalidState', `withdrawal ${id} exported by who approved it alone`, () =>
      asStaff(world, town, 'manager', (staff) =>
        world.askWith(staff, '/staff/api/withdrawExport', { way: 'bank', format: 'csv' }),
      ),
    )
  }
  await send(world, town, requested)
  actor.known.purse.wallet -= amount
  actor.known.house.fees += fee
  today.set(actor, { day: dayOf(world), sum: requestedToday(world, actor) + amount })
  await expectRetCode('invalidState', `withdrawal ${id} cancelled after it was sent`, cancel)
}

const send = async (world: World, town: StaffWorld, requested: Requested): Promise<void> => {
  const { id } = requested
  await assertState(world, requested, 'approved')
  const batch = await asStaff(world, town, 'second', (staff) =>
    world.askWith(staff, '/staff/api/withdrawExport', { way: 'bank', format: 'csv' }),
  )
  assertThat(
    batch.count === 1 && batch.file.includes(`\n${id},bank,`),
    `the file of withdrawal ${id} belongs to another one`,
  )
  const record = () =>
    asStaff(world, town, 'manager', (staff) =>
      world.askWith(staff, '/staff/api/withdrawSent', {
        id,
        checksum: batch.checksum,
        txhash: `TRANSFER-${id}`,
      }),
    )
  await record()
  town.audited += 2
  await expectRetCode('invalidState', `withdrawal ${id} sent twice`, record)
  await assertState(world, requested, 'sent')
}
