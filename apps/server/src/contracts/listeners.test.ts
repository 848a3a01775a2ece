import { contractWallets } from '@glasshouse/core/contracts/contractWallet'
import { contractPurposes, customer } from '@glasshouse/core/ledger/chart'
import { expect, it } from 'vitest'
import type { Tx } from '../platform/database/index.ts'
import { type DomainEvent, pushEvent } from '../platform/events/index.ts'
import { contractListeners } from './listeners.ts'
import { marginAccountLedger, walletOf } from './postings.ts'

const heardOf = async (...facts: readonly DomainEvent[]): Promise<readonly string[]> => {
  const moved: string[] = []
  const [listener] = contractListeners(
    { moneyMoved: async ({ uid, wallet }) => void moved.push(`${uid}/${wallet}`) },
    async () => undefined,
  )
  for (const fact of facts) {
    if (listener?.kinds.includes(fact.kind) !== true) continue
    await listener.hear(null as unknown as Tx, { ...fact, id: 1, atMs: 1 })
  }
  return moved
}
const changed = (uids: Readonly<Record<string, readonly number[]>>): DomainEvent => ({
  kind: 'balanceChanged',
  body: { uids },
})

it('hears of each contract wallet whose money moved once, and of no other', async () => {
  expect(
    await heardOf(
      changed({ contract: [1, 2], contractMargin: [2, 3], contractHold: [4] }),
      changed({ contract2: [1], contract2Margin: [5], contract2Hold: [5] }),
      changed({ wallet: [6], bonus: [6] }),
      pushEvent({ uid: 7, event: 'WALLET_CHANGED', data: {} }),
    ),
  ).toEqual(['1/contract', '2/contract', '3/contract', '4/contract', '1/contract2', '5/contract2'])
})

it('knows the wallet of every account that counts to one', () => {
  const counted = contractWallets.flatMap((wallet) => {
    const { free, margin, hold, bonus } = marginAccountLedger(1, wallet)
    for (const { purpose } of [free, margin, hold])
      expect([purpose, walletOf(purpose as never)]).toEqual([purpose, wallet])
    expect(walletOf(bonus.purpose as never)).toBe(null)
    return [free.purpose, margin.purpose, hold.purpose]
  })
  expect(counted.sort()).toEqual([...contractPurposes].sort())
  expect(walletOf(customer(1, 'wallet').purpose as never)).toBe(null)
})
