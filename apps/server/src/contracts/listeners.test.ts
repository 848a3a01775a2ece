import { expect, it } from 'vitest'
import { type Fact, pushed, pushedTogether, type Tx } from '../platform/index.ts'
import { contractListeners } from './listeners.ts'

it('hears of money that moved, told one by one or together, and of nothing else', async () => {
  const moved: number[] = []
  const [listener] = contractListeners({ moneyMoved: (uid) => moved.push(uid) })
  const about = (uid: number, event: string): Fact => pushed({ uid, event, data: {} })
  const facts = [
    about(1, 'WALLET_CHANGED'),
    about(2, 'REVIEW_DECIDED'),
    ...pushedTogether([about(3, 'OPTION_SETTLED'), about(3, 'WALLET_CHANGED'), about(4, 'WALLET_CHANGED')]),
  ]
  for (const fact of facts) {
    expect(listener?.kinds).toContain(fact.kind)
    await listener?.hear(null as unknown as Tx, { ...fact, id: 1, atMs: 1 })
  }
  expect(moved).toEqual([1, 3, 4])
})
