import { quantity, usdt } from '@glasshouse/core/money/units'
import type { WalletName } from '@glasshouse/core/wallets/rules'
import { longIt } from '@glasshouse/testkit/cases'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { seededRandom } from '@glasshouse/testkit/random'
import { testPassword, type WalletStage, walletFixture } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { contractInvariants, maxTransferOutOf } from './contracts/index.fixture.ts'
import { placeOrder } from './contracts/index.ts'
import { ledgerInvariants } from './ledger/checks/index.fixture.ts'
import { checkInvariants } from './ledger/checks/index.ts'
import { transferBetweenWallets, walletInvariants } from './wallets/index.fixture.ts'
import { convertCoins } from './wallets/service/conversion.ts'
import { transferToUser } from './wallets/service/internalTransfer.ts'

/** Every command that spends, concurrently, against the modules as the server connects them. */

let stage: WalletStage
beforeEach(async () => {
  await stage?.database.drop()
  stage = await walletFixture()
})
afterAll(() => stage.database.drop())

const move = (uid: number, from: WalletName, to: WalletName, amount: string) => {
  const deps: Parameters<typeof transferBetweenWallets>[0] = {
    ...stage,
    maxContractTransferOut: (tx, of, wallet) => maxTransferOutOf(stage, tx, of, wallet),
    settleWallet: async () => undefined,
  }
  return transferBetweenWallets(deps, uid, { from, to }, usdt(amount))
}
const send = (uid: number, to: number, amount: string) =>
  transferToUser(stage, uid, {
    to: { kind: 'uid', account: String(to) },
    amount: usdt(amount),
    withdrawPassword: testPassword,
  })
const sell = (uid: number, amount: string) =>
  convertCoins(stage, uid, { place: 'wallet', pid: 1, amount: quantity(amount) })
const open = (uid: number, lots: number) => placeOrder(stage, { uid }, orderCommand({ price: '65850', lots }))
const broken = async () => {
  const all = [...ledgerInvariants, ...walletInvariants, ...contractInvariants]
  const { invariants } = await checkInvariants(stage.database.db, 1, all)
  return invariants.filter(({ holds }) => !holds)
}

/** The sum of the ledger in one snapshot: customer and house accounts. */
const wholeBook = (asset: string): Promise<bigint> =>
  stage.database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const part = async (owner: 'customer' | 'house') =>
        (
          await sql<{ sum: bigint }>`
            select coalesce(sum(balance), 0) as sum from ledger_account
            where owner = ${owner} and asset = ${asset}`.execute(tx)
        ).rows[0]?.sum ?? 0n
      const customers = await part('customer')
      await sql`select pg_sleep(0.003)`.execute(tx)
      return customers + (await part('house'))
    })

/** Looks at the whole book until told to stop; returns every different sum it saw. */
const watch = (assets: readonly string[]) => {
  let going = true
  const seen = new Map(assets.map((asset) => [asset, new Set<bigint>()]))
  const looking = (async () => {
    while (going) {
      for (const asset of assets) seen.get(asset)?.add(await wholeBook(asset))
      expect(await broken()).toEqual([])
    }
    return seen
  })()
  return {
    end: () => {
      going = false
      return looking
    },
  }
}
const done = (all: readonly PromiseSettledResult<unknown>[]): number =>
  all.filter(({ status }) => status === 'fulfilled').length
/** Whatever was not done was refused; nothing failed. */
const expectRefusals = (all: readonly PromiseSettledResult<unknown>[]) => {
  for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ name: 'Refusal' })
}

describe('a hundred spends of one balance at once, of every kind', () => {
  it('succeed exactly once per balance', async () => {
    const { uid } = await stage.newcomer()
    const other = await stage.newcomer()
    await stage.give(uid, 'wallet', usdt('100'))
    await stage.give(uid, 'contract', usdt('100'))
    await stage.give(uid, 'wallet', quantity('0.1'), 'BTC')
    const totals = [await wholeBook('USDT'), await wholeBook('BTC')]
    const watching = watch(['USDT', 'BTC'])
    const hundred = Array.from({ length: 100 }, (_, at) => at)
    // Three balances of one customer under fire together: 60 of 100 USDT each, 0.06 of 0.1 BTC.
    const [fromWallet, fromContract, ofCoins] = await Promise.all([
      Promise.allSettled(
        hundred.map((at) => (at % 2 === 0 ? move(uid, 'wallet', 'coin', '60') : send(uid, other.uid, '60'))),
      ),
      Promise.allSettled(
        hundred.map((at) => (at % 2 === 0 ? open(uid, 11) : move(uid, 'contract', 'coin', '60'))),
      ),
      Promise.allSettled(hundred.map(() => sell(uid, '0.06'))),
    ])
    for (const all of [fromWallet, fromContract, ofCoins]) expectRefusals(all)
    const seen = await watching.end()
    expect(done(fromContract)).toBe(1)
    expect(done(ofCoins)).toBe(1)
    // The sale brings 3951 USDT into the wallet: spends that came after it were paid from that.
    const brought = usdt('3950.9994')
    const left = (await stage.held(uid, 'wallet')) + BigInt(done(fromWallet)) * usdt('60')
    expect(left).toBe(usdt('100') + brought)
    expect([...(seen.get('USDT') ?? [])]).toEqual([totals[0]])
    expect([...(seen.get('BTC') ?? [])]).toEqual([totals[1]])
    expect(await broken()).toEqual([])
  })

  it('succeed exactly once when nothing comes in meanwhile', async () => {
    const { uid } = await stage.newcomer()
    const other = await stage.newcomer()
    await stage.give(uid, 'wallet', usdt('100'))
    const spends = Array.from({ length: 100 }, (_, at) =>
      [
        () => move(uid, 'wallet', 'contract', '60'),
        () => move(uid, 'wallet', 'coin', '60'),
        () => send(uid, other.uid, '60'),
      ][at % 3]?.(),
    )
    const all = await Promise.allSettled(spends)
    expectRefusals(all)
    expect(done(all)).toBe(1)
    expect(await stage.held(uid, 'wallet')).toBe(usdt('40'))
    expect(await broken()).toEqual([])
  })
})

longIt(
  'everything in every direction: nothing deadlocks outward, every look finds the same sum',
  async () => {
    const random = seededRandom(21)
    const uids: number[] = []
    for (let made = 0; made < 5; made += 1) {
      const { uid } = await stage.newcomer()
      uids.push(uid)
      await stage.give(uid, 'wallet', usdt('1000'))
      await stage.give(uid, 'contract', usdt('1000'))
      await stage.give(uid, 'wallet', quantity('1'), 'BTC')
      await stage.give(uid, 'wallet', quantity('1'), 'ETH')
    }
    const total = await wholeBook('USDT')
    const watching = watch(['USDT', 'BTC', 'ETH'])
    const deeds = Array.from({ length: 300 }, () => {
      const uid = random.pick(uids)
      const other = random.pick(uids.filter((one) => one !== uid))
      return random.pick([
        () => move(uid, 'wallet', 'contract', '3'),
        () => move(uid, 'contract', 'wallet', '3'),
        () => send(uid, other, '2'),
        () => send(other, uid, '2'),
        () => sell(uid, '0.001'),
        () => convertCoins(stage, uid, { place: 'wallet', pid: 2, amount: quantity('0.01') }),
        () => open(uid, 1),
      ])()
    })
    const all = await Promise.allSettled(deeds)
    const seen = await watching.end()
    expect(all.filter(({ status }) => status === 'rejected')).toEqual([])
    expect([...(seen.get('USDT') ?? [])]).toEqual([total])
    expect([...seen.values()].every((sums) => sums.size === 1)).toBe(true)
    expect(await broken()).toEqual([])
  },
)
