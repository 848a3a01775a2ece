import { usdt } from '@glasshouse/core/money/units'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { testPassword } from '@glasshouse/testkit/wallets'
import { stageOrigin, type WithdrawalStage, withdrawalFixture } from '@glasshouse/testkit/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMessagesTo } from '../../notifications/index.ts'
import { cancelWithdrawal } from './cancel.ts'
import { getWithdrawalStatus, listWithdrawals } from './list.ts'
import { requestWithdrawal } from './request.ts'
import { createPayoutFile, failWithdrawal, getPayoutFile, markSent } from './sending.ts'

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await withdrawalFixture()
})
afterAll(() => stage.database.drop())

const requested = {
  method: 'digital',
  amount: usdt('100'),
  withdrawPassword: testPassword,
} as const

type WithdrawalRequest = { readonly uid: number; readonly email: string; readonly id: number }
/** Each on a day of its own, so that what one manager approved before does not count. */
const waiting = async (price = '100'): Promise<WithdrawalRequest> => {
  stage.clock.tick(86_400_000)
  const customer = await stage.saver(price)
  return { ...customer, id: await stage.ask(customer.uid, price) }
}
const wallet = (uid: number) => stage.held(uid, 'wallet')
const status = (uid: number, id: number) => getWithdrawalStatus(stage, uid, id)
const stateOf = async ({ uid, id }: WithdrawalRequest) => (await status(uid, id)).state
const by = (staff = stage.ann) => ({ staff, origin: stageOrigin })
const hand = (staff = stage.bob) => createPayoutFile(stage, by(staff), { way: '1002', format: 'csv' })
const fail = ({ id }: WithdrawalRequest) =>
  failWithdrawal(stage, by(stage.ann), { id, reason: 'bad_address', remark: 'The network rejects it.' })

/** All effects of a step besides the money: decisions, steps, audit records, e-mails, push events. */
const traces = async ({ uid, email, id }: WithdrawalRequest) => {
  const { rows } = await sql<Record<'decisions' | 'steps' | 'audited' | 'pushed', number>>`select
    (select count(*) from reviews_decision where kind = 'withdrawal' and item_id = ${id})::int as decisions,
    (select count(*) from funding_withdrawal_event where withdrawal_id = ${id})::int as steps,
    (select count(*) from staff_audit where target = ${`withdrawal ${id}`})::int as audited,
    (select count(*) from platform_fact where kind = 'pushed' and (body ->> 'uid')::bigint = ${uid}
      and body ->> 'event' = 'REVIEW_DECIDED')::int as pushed`.execute(stage.database.db)
  return { ...rows[0], letters: (await listMessagesTo(stage.database.db, email)).length }
}
type Traces = Awaited<ReturnType<typeof traces>>

/**
 * Runs a command while its connection dies at every statement in turn, before it or after it; the last run is
 * undisturbed. Returns the number of statements.
 */
const killedEverywhere = async (
  when: 'before' | 'after',
  prepare: () => Promise<() => Promise<unknown>>,
  check: (outcome: 'done' | 'failed') => Promise<void>,
) => {
  for (let at = 1; ; at += 1) {
    const command = await prepare()
    const death = killConnectionAt(stage.database.url, at, when)
    const outcome = await command().then(
      () => 'done' as const,
      () => 'failed' as const,
    )
    death.over()
    await drainDeadConnections(stage.database.pool)
    await check(outcome)
    expect(await stage.broken(), `killed ${when} statement ${at}`).toEqual({})
    if (!death.happened()) return at
  }
}

/**
 * Kills a step of a withdrawal at every statement: it happened with all its effects or not at all, every response
 * corresponds to a committed step, and a step that did not happen can be requested again. The undisturbed run defines
 * the effects.
 */
const wholeOrNothing = async (
  when: 'before' | 'after',
  {
    prepare,
    step,
    happened,
    heldAfter,
  }: {
    readonly prepare: () => Promise<WithdrawalRequest>
    readonly step: (asked: WithdrawalRequest) => Promise<unknown>
    readonly happened: (asked: WithdrawalRequest) => Promise<boolean>
    /** Hold after the step, from the hold before it. */
    readonly heldAfter: bigint
  },
): Promise<number> => {
  let request: WithdrawalRequest = { uid: 0, email: '', id: 0 }
  let before: Traces = await traces(request)
  const left = new Set<string>()
  const undone = new Set<boolean>()
  const statements = await killedEverywhere(
    when,
    async () => {
      request = await prepare()
      before = await traces(request)
      const held = await stage.held(request.uid, 'withdrawal')
      expect(held).toBeGreaterThan(0n)
      return () => step(request)
    },
    async (outcome) => {
      const isDone = await happened(request)
      undone.add(!isDone)
      if (outcome === 'done') expect(isDone).toBe(true)
      if (!isDone) {
        expect(await traces(request)).toEqual(before)
        await step(request)
      }
      expect(await happened(request)).toBe(true)
      expect(await stage.held(request.uid, 'withdrawal')).toBe(heldAfter)
      const { decisions = 0, steps = 0, audited = 0, pushed = 0, letters } = await traces(request)
      const news = [
        decisions - (before.decisions ?? 0),
        steps - (before.steps ?? 0),
        audited - (before.audited ?? 0),
        pushed - (before.pushed ?? 0),
        letters - before.letters,
      ]
      left.add(news.join())
    },
  )
  // Killed or not, at any statement: the effects are always equal, and at least one run was killed.
  expect([...left]).toHaveLength(1)
  expect(undone.has(true)).toBe(true)
  return statements
}

describe.each(['before', 'after'] as const)('killed %s any statement', (when) => {
  it('a request is atomic', async () => {
    let uid = 0
    const prepare = async () => {
      ;({ uid } = await stage.saver('100'))
      return () => requestWithdrawal(stage, uid, requested)
    }
    const page = { offset: 0, limit: 1, orderBy: 'id', direction: 'asc' } as const
    const statements = await killedEverywhere(when, prepare, async () => {
      const { total } = await listWithdrawals(stage, uid, page)
      expect([await wallet(uid), await stage.held(uid, 'withdrawal')]).toEqual(
        total === 1 ? [0n, usdt('100')] : [usdt('100'), 0n],
      )
    })
    expect(statements).toBeGreaterThan(10)
  })

  it('a cancel is atomic', async () => {
    const statements = await wholeOrNothing(when, {
      prepare: () => waiting(),
      step: ({ uid, id }) => cancelWithdrawal(stage, uid, id),
      happened: async (request) => {
        const isBack = (await stateOf(request)) === 'cancelled'
        expect(await wallet(request.uid)).toBe(isBack ? usdt('100') : 0n)
        return isBack
      },
      heldAfter: 0n,
    })
    expect(statements).toBeGreaterThan(6)
  })

  it('a rejection is atomic', async () => {
    const statements = await wholeOrNothing(when, {
      prepare: () => waiting(),
      step: ({ id }) => stage.reject(stage.ann, id),
      happened: async (request) => {
        const isBack = (await stateOf(request)) === 'rejected'
        expect(await wallet(request.uid)).toBe(isBack ? usdt('100') : 0n)
        return isBack
      },
      heldAfter: 0n,
    })
    expect(statements).toBeGreaterThan(8)
  })

  it('an approval is atomic', async () => {
    const statements = await wholeOrNothing(when, {
      prepare: () => waiting(),
      step: ({ id }) => stage.approve(stage.ann, id),
      happened: async (request) => (await stateOf(request)) === 'approved',
      heldAfter: usdt('100'),
    })
    expect(statements).toBeGreaterThan(8)
  })

  it.each(['first', 'second'] as const)('the %s of two approvals is atomic', async (which) => {
    const needed = which === 'first' ? 1 : 2
    const statements = await wholeOrNothing(when, {
      prepare: async () => {
        const request = await waiting('6000')
        if (which === 'second') await stage.approve(stage.ann, request.id)
        return request
      },
      step: ({ id }) => stage.approve(which === 'first' ? stage.ann : stage.bob, id),
      happened: async ({ uid, id }) => {
        const { state, approvals } = await status(uid, id)
        // The first alone never sends, and the second is never counted without sending.
        expect(state).toBe(approvals === 2 ? 'approved' : 'waiting')
        return approvals === needed
      },
      heldAfter: usdt('6000'),
    })
    expect(statements).toBeGreaterThan(8)
  })

  it('a payout file is created with all its withdrawals, or not at all', async () => {
    // Withdrawals approved by other tests do not belong to this file.
    await hand().catch(() => undefined)
    let requests: readonly WithdrawalRequest[] = []
    const prepare = async () => {
      requests = [await waiting(), await waiting(), await waiting()]
      for (const { id } of requests) await stage.approve(stage.ann, id)
      return () => hand()
    }
    const statements = await killedEverywhere(when, prepare, async (outcome) => {
      const states = new Set(await Promise.all(requests.map(stateOf)))
      expect(states.size).toBe(1)
      const isMade = states.has('sending')
      if (outcome === 'done') expect(isMade).toBe(true)
      if (!isMade) expect((await hand()).count).toBe(3)
      // A file whose response was lost can be read again.
      const { rows } = await sql<{ id: number }>`select distinct batch_id as id from funding_withdrawal
        where id = any(${requests.map(({ id }) => id)})`.execute(stage.database.db)
      const [batch] = rows
      expect(rows).toHaveLength(1)
      const { text: file, count } = await getPayoutFile(stage, by(stage.bob), batch?.id ?? 0)
      expect(count).toBe(3)
      for (const { id } of requests) expect(file).toContain(`${id},TRC20,95,`)
      const { rows: audited } = await sql`select 1 from staff_audit
        where action = 'withdrawExport' and target = ${`batch ${batch?.id}`}`.execute(stage.database.db)
      expect(audited).toHaveLength(1)
    })
    expect(statements).toBeGreaterThan(6)
  })

  it('recording a sending is atomic and can be repeated', async () => {
    let sending = { checksum: '', proof: '' }
    let number = when === 'before' ? 1 : 1000
    const statements = await wholeOrNothing(when, {
      prepare: async () => {
        number += 1
        const request = await waiting()
        await stage.approve(stage.ann, request.id)
        const { checksum } = await hand()
        sending = { checksum, proof: number.toString(16).padStart(64, 'f') }
        return request
      },
      step: ({ id }) => markSent(stage, by(), { id, ...sending }),
      happened: async (request) => (await stateOf(request)) === 'sent',
      heldAfter: 0n,
    })
    expect(statements).toBeGreaterThan(8)
  })

  it.each(['approved', 'sending'] as const)('the refund of a failed sending (%s) is atomic', async (from) => {
    const statements = await wholeOrNothing(when, {
      prepare: async () => {
        const request = await waiting()
        await stage.approve(stage.ann, request.id)
        if (from === 'sending') await hand()
        return request
      },
      step: fail,
      happened: async (request) => {
        const isBack = (await stateOf(request)) === 'rejected'
        expect(await wallet(request.uid)).toBe(isBack ? usdt('100') : 0n)
        return isBack
      },
      heldAfter: 0n,
    })
    expect(statements).toBeGreaterThan(8)
  })
})
