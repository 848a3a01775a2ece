import { external, house } from '@glasshouse/core/ledger/chart'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { judgeWithdrawal } from '@glasshouse/core/withdrawals/judge'
import { stageOrigin, type WithdrawalStage, withdrawalFixture } from '@glasshouse/testkit/withdrawals'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getBalances } from '../../ledger/posting/index.ts'
import { cancelWithdrawal } from './cancel.ts'
import { getWithdrawalStatus } from './list.ts'
import { createPayoutFile, failWithdrawal, markSent } from './sending.ts'

// Random steps of one customer and two managers against a model of states and money. Each step is tried wherever it stands;
// the model says whether it is done, and the product must do exactly that.

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await withdrawalFixture()
})
afterAll(() => stage.database.drop())

type Manager = 'ann' | 'bob'
type Modelled = {
  readonly id: number
  readonly amount: Usdt
  readonly fee: Usdt
  state: 'waiting' | 'approved' | 'sending' | 'sent' | 'rejected' | 'cancelled'
  approvedBy?: Manager
  exportedBy?: Manager
  checksum?: string
}

const manager = fc.constantFrom('ann' as const, 'bob' as const)
const place = fc.nat({ max: 5 })
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('request' as const),
        whole: fc.integer({ min: 10, max: 450 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('approve' as const), by: manager, place }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reject' as const), by: manager, place }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), place }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('export' as const), by: manager }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('sent' as const), by: manager, place }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), by: manager, place }) },
  ),
  { minLength: 8, maxLength: 22 },
)

let proofs = 0
const done = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

it('does exactly what the model of states and money allows, in any order of steps', async () => {
  const start = usdt('1500')
  const outside = [external('withdrawals:bank'), house('fees')]
  const read = async () => (await getBalances(stage.database.db, outside)) as readonly [Usdt, Usdt]
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      // Thresholds and caps count over a day: each story has its own.
      stage.clock.advance(3 * 86_400_000)
      const { uid } = await stage.saver(formatUsdt(start))
      const [sentBefore, feesBefore] = await read()
      const all: Modelled[] = []
      const by = (name: Manager) => ({ staff: stage[name], origin: stageOrigin })
      const sum = (of: (one: Modelled) => bigint, ...states: readonly Modelled['state'][]) =>
        all.reduce((total, one) => (states.includes(one.state) ? total + of(one) : total), 0n)
      const heldNow = () => sum(({ amount }) => amount, 'waiting', 'approved', 'sending')
      const free = () => (start - heldNow() - sum(({ amount }) => amount, 'sent')) as Usdt
      for (const step of story) {
        const one = 'place' in step ? all[step.place % Math.max(1, all.length)] : undefined
        if (step.kind === 'request') {
          const amount = usdt(String(step.whole))
          const capLeft = (usdt('10000') - (start - free())) as Usdt
          const facts = { min: usdt('50'), max: usdt('50000'), hasDestination: true, pause: null }
          const { plan } = judgeWithdrawal({ ...facts, capLeft, available: free() }, amount)
          const asked = stage.ask(uid, String(step.whole), 1).catch(() => null)
          const id = await asked
          expect(id !== null).toBe(plan !== null)
          if (id !== null && plan !== null) all.push({ id, amount, fee: plan.fee, state: 'waiting' })
        } else if (step.kind === 'export') {
          const ready = all.filter(({ state, approvedBy }) => state === 'approved' && approvedBy !== step.by)
          const file = await createPayoutFile(stage, by(step.by), { way: 'bank', format: 'jsonl' }).catch(
            () => null,
          )
          expect(file?.count ?? 0).toBe(ready.length)
          for (const exported of ready)
            Object.assign(exported, { state: 'sending', exportedBy: step.by, checksum: file?.checksum })
        } else if (one === undefined) continue
        else if (step.kind === 'approve') {
          expect(await done(stage.approve(stage[step.by], one.id))).toBe(one.state === 'waiting')
          if (one.state === 'waiting') Object.assign(one, { state: 'approved', approvedBy: step.by })
        } else if (step.kind === 'reject') {
          expect(await done(stage.reject(stage[step.by], one.id))).toBe(one.state === 'waiting')
          if (one.state === 'waiting') one.state = 'rejected'
        } else if (step.kind === 'cancel') {
          const isOpen = one.state === 'waiting' || one.state === 'approved'
          expect(await done(cancelWithdrawal(stage, uid, one.id))).toBe(isOpen)
          if (isOpen) one.state = 'cancelled'
        } else if (step.kind === 'sent') {
          proofs += 1
          const proof = { id: one.id, checksum: one.checksum ?? '0'.repeat(64), proof: `WALK-${proofs}` }
          expect(await done(markSent(stage, by(step.by), proof))).toBe(one.state === 'sending')
          if (one.state === 'sending') one.state = 'sent'
        } else {
          const isOther = one.state === 'sending' && one.exportedBy !== step.by
          const failed = { id: one.id, reason: 'bad_address' as const, remark: 'The bank returned it.' }
          const isPossible = one.state === 'approved' || isOther
          expect(await done(failWithdrawal(stage, by(step.by), failed))).toBe(isPossible)
          if (isPossible) one.state = 'rejected'
        }
        const [sentNow, feesNow] = await read()
        expect({
          free: await stage.held(uid, 'wallet'),
          held: await stage.held(uid, 'withdrawal'),
          paid: sentNow - sentBefore,
          fees: feesNow - feesBefore,
        }).toEqual({
          free: free(),
          held: heldNow(),
          paid: sum(({ amount, fee }) => amount - fee, 'sent'),
          fees: sum(({ fee }) => fee, 'sent'),
        })
      }
      for (const { id, state } of all) expect((await getWithdrawalStatus(stage, uid, id)).state).toBe(state)
      // Nothing of this story is ready for export in the next one.
      for (const { id, state, exportedBy } of all) {
        const other = exportedBy === 'ann' ? stage.bob : stage.ann
        const failed = { id, reason: 'bad_address' as const, remark: 'The story ended.' }
        if (state === 'approved' || state === 'sending')
          await failWithdrawal(stage, { staff: other, origin: stageOrigin }, failed)
      }
    }),
    { numRuns: 12 },
  )
  expect(await stage.broken()).toEqual({})
})
