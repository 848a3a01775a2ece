import { type Actor, isLive } from '../actor.ts'
import type { StaffWorld } from '../staffWorld.ts'
import type { World } from '../world.ts'
import { readJournal, takeStatement, walkTrail } from './books.ts'
import { reportDeposit } from './depositing.ts'
import { advanceCalendar, compareLimits, setLimit, takeRiskCheck } from './eligibility.ts'
import {
  changePassword,
  checkSessions,
  exerciseTotp,
  guessWithdrawPassword,
  introduce,
  revokeFromOtherSession,
  setWithdrawPassword,
  signInWithWrongPassword,
  signOut,
} from './identity.ts'
import { exportData, leavePlatform } from './privacy.ts'
import { compareAudit, freeze, searchAsStaff, toggleTradingGate, toggleTransferFlag } from './staff.ts'
import { withdraw } from './withdrawing.ts'

/** A scenario besides trading: runs alone, every result is predicted. Rejects with the deviation. */
export type Scenario = { readonly what: string; readonly run: () => Promise<void> }

type Choice = readonly [weight: number, what: string, run: () => Promise<void>]

/** Scenarios of an active customer on the own account. */
const ownChoices = (world: World, town: StaffWorld, actor: Actor): readonly Choice[] => [
  [3, 'show sessions', () => checkSessions(world, actor)],
  [3, 'sign in with wrong passwords', () => signInWithWrongPassword(world, actor)],
  [2, 'sign out', () => signOut(world, actor)],
  [2, 'revoke another session', () => revokeFromOtherSession(world, actor)],
  [3, 'change the password', () => changePassword(world, actor)],
  [actor.person.withdrawPwd === null ? 15 : 1, 'withdraw password', () => setWithdrawPassword(world, actor)],
  [
    1,
    'guess the withdraw password',
    () => guessWithdrawPassword(world, actor, world.random.pick(town.actors)),
  ],
  [3, 'two-step sign-in', () => exerciseTotp(world, actor)],
  [1, 'introduce', () => introduce(world, actor)],
  [8, 'read the journal', () => readJournal(world, actor)],
  [8, 'check the balance trail', () => walkTrail(world, actor)],
  [5, 'statement', () => takeStatement(world, actor)],
  [4, 'set a limit', () => setLimit(world, actor)],
  [town.riskGate && !actor.known.guard.passedCheck ? 12 : 2, 'risk check', () => takeRiskCheck(world, actor)],
  [8, 'withdraw', () => withdraw(world, town, actor)],
  [8, 'report a deposit', () => reportDeposit(world, town, actor)],
  [2, 'export', () => exportData(world, actor)],
  [2, 'leave', () => leavePlatform(world, town, actor)],
]

const freezeWeight = ({ person }: Actor): number => {
  if (person.isFrozen()) return 12
  return person.closed || person.wasLocked ? 0 : 3
}

/** Scenarios of staff and of the calendar. */
const otherChoices = (world: World, town: StaffWorld, anybody: Actor): readonly Choice[] => [
  [7, 'advance the calendar', () => advanceCalendar(world)],
  [freezeWeight(anybody), anybody.person.isFrozen() ? 'thaw' : 'freeze', () => freeze(world, town, anybody)],
  [anybody.person.canSend ? 1 : 20, 'switch sending', () => toggleTransferFlag(world, town, anybody)],
  [3, 'staff look up a customer', () => searchAsStaff(world, town, anybody)],
  [2, 'audit log', () => compareAudit(world, town)],
  [town.riskGate ? 3 : 1, 'toggle the risk check', () => toggleTradingGate(world, town)],
  [2, 'use the sessions of any customer', () => checkSessions(world, anybody)],
]

/** After every scenario the customer's limits are those that were set. */
const lookAfter = async (world: World, actor: Actor): Promise<void> => {
  if (isLive(actor)) await compareLimits(world, actor)
}

/** Picks a scenario besides trading; determined by the seed. */
export const pickScenario = (world: World, town: StaffWorld): Scenario => {
  const { random } = world
  const actor = random.pick(town.actors.filter(isLive))
  const choices = [...ownChoices(world, town, actor), ...otherChoices(world, town, random.pick(town.actors))]
  let die = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, what, run] of choices) {
    die -= weight
    if (die < 0) return { what, run: () => run().then(() => lookAfter(world, actor)) }
  }
  throw new Error('no scenario was picked')
}
