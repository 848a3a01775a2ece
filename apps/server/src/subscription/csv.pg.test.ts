import { dayOf } from '@glasshouse/core/calendar/days'
import { killPoints } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applicationsCsv } from './index.fixture.ts'
import { settleSubscriptions } from './index.ts'
import { dayMs, openSubscriptionStage, type SubscriptionStage } from './subscription.fixture.ts'

let stage: SubscriptionStage
beforeAll(async () => {
  stage = await openSubscriptionStage()
})
afterAll(() => stage.database.drop())

const open = async () => {
  const { id } = await stage.save({ finaltime: dayOf(stage.clock.business() + 5 * dayMs) })
  await stage.fund(id, '600')
  return id
}
const csvOf = async (uid: number, fromMs: number, untilMs: number) => {
  const parts: string[] = []
  for await (const part of applicationsCsv(stage.database.db, uid, { fromMs, untilMs })) parts.push(part)
  return parts.join('').trimEnd().split('\r\n')
}

it('a statement has the applications of its period, both edges to the millisecond, and none of another customer', async () => {
  const [uid, stranger] = [await stage.applicant(), await stage.applicant()]
  const id = await open()
  await stage.buy(stranger, '10')
  const atMs = stage.clock.business()
  const order = await stage.buy(uid, '20')
  const [header, row = '', ...others] = await csvOf(uid, atMs, atMs + 1)
  expect(header).toBe(
    'application,hash,issue,market,state,reason,price,applied,allotted,paid,appliedAt,payBefore,paidAt',
  )
  expect(others).toEqual([])
  const cells = row.split(',')
  expect(cells.slice(0, 10)).toEqual([
    ...[String(order.id), order.hash, String(id), 'SOLUSDT', 'confirming', '', '0.33333', '20', '', '0'],
  ])
  expect(cells[12]).toBe('')
  expect(await csvOf(uid, atMs + 1, atMs + dayMs)).toEqual([header])
  expect(await csvOf(uid, atMs - dayMs, atMs)).toEqual([header])
  await stage.close()
  await stage.decide(id)
  await stage.pay(uid, order.id)
  const paid = ((await csvOf(uid, atMs, atMs + 1))[1] ?? '').split(',')
  expect(paid.slice(4, 10)).toEqual(['completed', '', '0.33333', '20', '20', '6.6666'])
  expect(paid[12]).not.toBe('')
})

it('the midnight that ends an issue and dies at any statement ends it wholly, tells each once, and frees its coins once', async () => {
  const uids = [await stage.applicant(), await stage.applicant()]
  let deaths = 0
  for (const at of killPoints(21)) {
    const id = await open()
    for (const uid of uids) await stage.buy(uid, '20')
    await stage.close()
    await stage.decide(id)
    stage.clock.advance(6 * dayMs)
    const midnight = { atMs: stage.clock.business() } as Parameters<typeof settleSubscriptions>[1]
    const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
    await settleSubscriptions(stage, midnight).catch(() => undefined)
    death.over()
    await drainDeadConnections(stage.database.pool)
    if (death.happened()) deaths += 1
    const find = async () => {
      const { rows } = await sql<{ state: string; unpaid: number; notices: number }>`
        select i.state,
          (select count(*)::int from subscription_order where issue_id = i.id and reason = 'unpaid') as unpaid,
          (select count(*)::int from notifications_notice n join subscription_order o on n.key = o.id::text
            where o.issue_id = i.id and n.kind = 'subscriptionCancelled') as notices
        from subscription_issue i where i.id = ${id}`.execute(stage.database.db)
      return [rows[0]?.state, rows[0]?.unpaid, rows[0]?.notices]
    }
    expect([
      ['paying', 0, 0],
      ['over', 2, 2],
    ]).toContainEqual(await find())
    for (let again = 0; again < 2; again += 1) await settleSubscriptions(stage, midnight)
    expect(await find()).toEqual(['over', 2, 2])
    expect(await stage.violated()).toEqual({})
  }
  expect(deaths).toBeGreaterThan(0)
})
