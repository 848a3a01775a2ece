import { minuteMs } from '@glasshouse/core/calendar/durations'
import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { fundReserve, getBalances } from '../../ledger/posting/index.ts'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { decideReview } from '../../reviews/index.ts'
import { addStaffMember } from '../../staff/index.ts'
import { depositInvariants } from '../store/invariants.ts'
import { claimBonus } from './bonus.ts'
import { createCheckoutDeposit } from './checkout.ts'
import { depositReviews } from './depositReview.ts'
import { listDeposits } from './list.ts'
import { reportTransfer } from './onchain.ts'
import { getSandboxPage, paySandboxDeposit } from './sandbox.ts'

// Random stories of deposits beside a model of its own: what is pending until when, what was credited, what is refused.

let platform: TestPlatform
const manager: ManagerIdentity = {
  id: 1,
  sessionId: 1,
  email: 'm@glasshouse.test',
  name: 'M',
  role: 'manager',
}
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
  const { db } = platform.database
  await transact(db, (tx) => addStaffMember(tx, { ...manager, passwordHash: 'x' }, 1))
  await transact(db, (tx) => fundReserve(tx, 1, 'marketing', usdt('1000000'), { kind: 'test', id: 1 }))
})
afterAll(() => platform.database.drop())

const amount = fc.constantFrom('9.99999999', '10', '10.00000001', '777.5', '50000', '50000.00000001')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('page' as const), amount }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), which: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('report' as const), amount, isSameHash: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      which: fc.nat(3),
      decision: fc.constantFrom('approve' as const, 'reject' as const),
      received: fc.option(fc.constantFrom('0.00000001', '499.123', '50000', '50000.00000001', '0')),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('claim' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('minutes' as const), minutes: fc.constantFrom(1, 29, 30) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('days' as const), days: fc.constantFrom(1, 6, 7) }) },
)

type Deposit = {
  readonly amount: Usdt
  readonly pageId: string | null
  readonly id: number
  readonly hash: string
  readonly untilMs: number
  state: 'pending' | 'credited' | 'rejected'
  credited: Usdt
}

const outcome = (command: Promise<unknown>): Promise<string> =>
  command.then(
    () => 'done',
    (error: { readonly code?: string }) => error.code ?? String(error),
  )
const [least, most] = [usdt('10'), usdt('50000')]
let hashes = 0

it('does exactly what the model says, in any order of steps', async () => {
  const { db } = platform.database
  const accounts = [external('deposits:sandbox'), external('deposits:erc20'), house('marketing')]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const { uid } = await newCustomer(platform)
      const [sandboxBefore = 0n, chainBefore = 0n, marketingBefore = 0n] = await getBalances(db, accounts)
      const all: Deposit[] = []
      let bonus: Usdt | null = null
      let firstCredit: { readonly id: number; readonly amount: Usdt; readonly atMs: number } | null = null
      const credit = (one: Deposit, received: Usdt) => {
        one.state = 'credited'
        one.credited = received
        const atMs = platform.clock.business()
        // Of two deposits paid in the same millisecond the older one is the first.
        if (firstCredit === null || (firstCredit.atMs === atMs && one.id < firstCredit.id))
          firstCredit = { id: one.id, amount: received, atMs }
      }
      const listed = async () =>
        (
          await listDeposits(platform, uid, {
            offset: 0,
            limit: 100,
            orderBy: 'id',
            direction: 'asc',
            state: null,
          })
        ).rows
      for (const one of steps) {
        const nowMs = platform.clock.now()
        if (one.kind === 'minutes') platform.clock.tick(one.minutes * minuteMs)
        else if (one.kind === 'days') platform.clock.advance(one.days * 24 * 60 * minuteMs)
        else if (one.kind === 'page') {
          const money = usdt(one.amount)
          const request = createCheckoutDeposit(platform, uid, { channel: 'sandbox', amount: money }, 'en')
          const isTaken = money >= least && money <= most
          expect(await outcome(request)).toBe(isTaken ? 'done' : 'outOfRange')
          if (!isTaken) continue
          const pageId = (await request).replace('/practice/gateway/', '')
          const id = (await listed()).at(-1)?.id ?? 0
          const untilMs = nowMs + 30 * minuteMs
          all.push({ amount: money, pageId, id, hash: '', untilMs, state: 'pending', credited: 0n as Usdt })
        } else if (one.kind === 'pay') {
          const paid = all.filter(({ pageId }) => pageId !== null)[one.which]
          if (paid === undefined) continue
          const isOpen = paid.state === 'credited' || nowMs < paid.untilMs
          const answer = await paySandboxDeposit(platform, paid.pageId ?? '')
          expect(answer).toBe(isOpen ? 'paid' : 'expired')
          if (isOpen && paid.state === 'pending') credit(paid, paid.amount)
          expect((await getSandboxPage(platform, paid.pageId ?? ''))?.kind).toBe(answer)
        } else if (one.kind === 'report') {
          const money = usdt(one.amount)
          const known = all.find(({ pageId }) => pageId === null)
          hashes += 1
          const hash =
            one.isSameHash && known !== undefined ? known.hash : `0x${hashes.toString(16).padStart(64, '0')}`
          const isUsed = all.some((other) => other.hash === hash && other.state !== 'rejected')
          const waiting = all.filter(({ pageId, state }) => pageId === null && state === 'pending').length
          const expected =
            money < least || money > most
              ? 'outOfRange'
              : waiting >= 10
                ? 'tooManyOrders'
                : isUsed
                  ? 'invalidState'
                  : 'done'
          const request = reportTransfer(platform, uid, { network: 1001, amount: money, hash }, 'en')
          expect(await outcome(request)).toBe(expected)
          if (expected !== 'done') continue
          const { id } = await request
          const untilMs = Number.POSITIVE_INFINITY
          all.push({ amount: money, pageId: null, id, hash, untilMs, state: 'pending', credited: 0n as Usdt })
        } else if (one.kind === 'decide') {
          const transfer = all.filter(({ pageId }) => pageId === null)[one.which]
          if (transfer === undefined) continue
          const received = one.received === null ? transfer.amount : usdt(one.received)
          const isApproval = one.decision === 'approve'
          const expected =
            transfer.state !== 'pending'
              ? 'invalidState'
              : isApproval && (received === 0n || received > most)
                ? 'outOfRange'
                : 'done'
          const decision = decideReview(
            { ...platform, kinds: [depositReviews(platform)] },
            manager,
            { ip: '', userAgent: '' },
            {
              kind: 'deposit',
              id: transfer.id,
              decision: one.decision,
              ...(isApproval ? {} : { remark: 'Nothing arrived.' }),
              ...(isApproval && one.received !== null ? { amount: usdt(one.received) } : {}),
            },
          )
          expect(await outcome(decision)).toBe(expected)
          if (expected !== 'done') continue
          if (isApproval) credit(transfer, received)
          else transfer.state = 'rejected'
        } else {
          const first = firstCredit as { readonly amount: Usdt; readonly atMs: number } | null
          const isOver = first !== null && platform.clock.business() >= first.atMs + 7 * 86_400_000
          const expected = bonus !== null || first === null || isOver ? 'invalidState' : 'done'
          expect(await outcome(claimBonus(platform, uid))).toBe(expected)
          if (expected !== 'done' || first === null) continue
          const fifth = first.amount / 5n + usdt('100')
          bonus = (fifth < usdt('500') ? fifth : usdt('500')) as Usdt
        }
        const credited = all.reduce((sum, other) => sum + other.credited, 0n)
        expect(await getBalances(db, [customer(uid, 'wallet'), customer(uid, 'bonus')])).toEqual([
          credited,
          bonus ?? 0n,
        ])
      }
      const nowMs = platform.clock.now()
      const stateOf = ({ state, untilMs }: Deposit) =>
        state !== 'credited' && untilMs <= nowMs ? 'rejected' : state
      expect((await listed()).map(({ id, state }) => [id, state])).toEqual(
        all.map((one) => [one.id, stateOf(one)]),
      )
      const sumOf = (isPage: boolean) =>
        all
          .filter(({ pageId }) => (pageId !== null) === isPage)
          .reduce((sum, other) => sum + other.credited, 0n)
      expect(await getBalances(db, accounts)).toEqual([
        sandboxBefore - sumOf(true),
        chainBefore - sumOf(false),
        marketingBefore - (bonus ?? 0n),
      ])
    }),
    { numRuns: 12 },
  )
  const report = await checkInvariants(db, 1, [...ledgerInvariants, ...depositInvariants])
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
})
