import { expectDomainError } from '@glasshouse/testkit/refused'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { origin, type StaffTeam, startStaffTeam } from '../staff.fixture.ts'
import { lockMember } from '../store/members.ts'
import {
  approvalRequestTtlMs,
  listProposals,
  requireSecondManager,
  withdrawApprovalRequest,
} from './approvalRequests.ts'
import { updateMemberAccess } from './members.ts'

let office: StaffTeam
let ann: ManagerIdentity
let bob: ManagerIdentity
beforeEach(async () => {
  office = await startStaffTeam()
  ann = await office.manager('ann')
  bob = await office.manager('bob')
})
afterEach(() => office.database.drop())

const ask = (staff: StaffIdentity, request: Record<string, unknown> = { key: 'a', value: '1' }) =>
  transact(office.database.db, (tx) =>
    requireSecondManager(tx, office.clock.now(), staff, origin, {
      action: 'fund',
      target: 'thing',
      payload: request,
    }),
  )
const page = { offset: 0, limit: 10, direction: 'desc' } as const
const waiting = (staff = ann) => listProposals(office, staff, origin, page)

it('needs another manager who requests exactly the same, which uses it up', async () => {
  expect(await ask(ann)).toBe(false)
  expect((await expectDomainError(ask(ann))).data).toEqual({ reason: 'sameManager' })
  expect(await waiting(bob)).toMatchObject({
    total: 1,
    rows: [
      { action: 'fund', payload: { key: 'a', value: '1' }, staff: 'ann@glasshouse.test', isMine: false },
    ],
  })
  // The order of fields is irrelevant.
  expect(await ask(bob, { value: '1', key: 'a' })).toBe(true)
  expect((await waiting()).total).toBe(0)
  expect(await ask(bob)).toBe(false)
})

it('is replaced by a different request', async () => {
  await ask(ann)
  expect(await ask(bob, { key: 'a', value: '2' })).toBe(false)
  expect(await ask(ann)).toBe(false)
  expect(await ask(bob)).toBe(true)
})

it('counts only while the manager who made it is one', async () => {
  await ask(ann)
  await updateMemberAccess(office, bob, origin, { id: ann.id, frozen: 1 })
  expect((await waiting(bob)).total).toBe(0)
  expect(await ask(bob)).toBe(false)
  expect((await waiting(bob)).rows).toMatchObject([{ staff: 'bob@glasshouse.test', isMine: true }])
})

it('expires after a day', async () => {
  await ask(ann)
  office.clock.tick(approvalRequestTtlMs)
  expect((await waiting()).total).toBe(0)
  expect(await ask(bob)).toBe(false)
  expect(await ask(ann)).toBe(true)
})

it('can be withdrawn once by any manager', async () => {
  await ask(ann)
  const [first] = (await waiting()).rows
  await withdrawApprovalRequest(office, bob, origin, first?.id ?? 0)
  expect((await expectDomainError(withdrawApprovalRequest(office, bob, origin, first?.id ?? 0))).code).toBe(
    'notFound',
  )
  expect(await ask(bob)).toBe(false)
})

it('is read and recorded by a member whom another one is changing', async () => {
  // A change of a member writes an audit record last, which waits for those of other transactions.
  await transact(office.database.db, async (tx) => {
    await lockMember(tx, bob.id)
    expect(await waiting(bob)).toMatchObject({ total: 0 })
  })
})

it('requires a manager', async () => {
  const sue = await office.member('sue')
  expect((await expectDomainError(ask(sue))).code).toBe('notAllowed')
})

it('concurrent requests agree once per pair, and never of one manager with itself', async () => {
  const all = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => ask(at % 2 === 0 ? ann : bob)))
  const agreed = all.filter((one) => one.status === 'fulfilled' && one.value).length
  const first = all.filter((one) => one.status === 'fulfilled' && !one.value).length
  const refused = all.filter(({ status }) => status === 'rejected').length
  expect(agreed + first + refused).toBe(40)
  expect(agreed).toBeGreaterThan(0)
  expect(first - agreed).toBe((await waiting()).total)
})
