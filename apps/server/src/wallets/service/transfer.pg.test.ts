import { type CustomerAccountType, customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { Product } from '@glasshouse/core/markets/product'
import { price, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { type WalletName, walletNames } from '@glasshouse/core/wallets/rules'
import { caseStride, killPoints, longIt } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { seededRandom } from '@glasshouse/testkit/random'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '../../identity/index.ts'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { postSingle } from '../../ledger/posting/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletInvariants } from '../index.fixture.ts'
import { type CoinPrices, getWallet, listCoinWallet, loadWalletBalances } from './balances.ts'
import { type MaxTransferOut, transferBetweenWallets } from './transfer.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase(16))
})
afterAll(() => platform.database.drop())

let people = 0
const newcomer = (): Promise<number> => {
  people += 1
  const addresses = { email: `w${people}@example.com`, phone: `1202555${1000 + people}` }
  const rest = {
    passwordHash: 'x',
    referrerUid: 10_000,
    proven: ['email', 'phone'] as const,
    lang: 'en',
    registeredMs: 1,
  } as const
  return transact(platform.database.db, (tx) => createCustomer(tx, { ...addresses, ...rest }))
}
const give = (uid: number, purpose: CustomerAccountType, amount: bigint, asset = 'USDT') =>
  transact(platform.database.db, (tx) =>
    postSingle(tx, 1, {
      cause: { kind: 'test', id: 1 },
      transfers: [
        {
          from: external('operatorCapital', asset),
          to: customer(uid, purpose, asset),
          amount,
          type: journal.deposit,
        },
      ],
    }),
  )
const everything: MaxTransferOut = async () => usdt('1000000000')
const move = (
  uid: number,
  from: WalletName,
  to: WalletName,
  amount: Usdt,
  maxContractTransferOut = everything,
) => {
  return transferBetweenWallets(
    { ...platform, maxContractTransferOut, settleWallet: async () => undefined },
    uid,
    { from, to },
    amount,
  )
}
const walletsNow = (uid: number) => loadWalletBalances(platform.database.db, uid)
const expectBooksInOrder = async () => {
  const report = await checkInvariants(platform.database.db, 1, [...ledgerInvariants, ...walletInvariants])
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
}

describe('the wallet balances', () => {
  it('are zero for a new customer', async () => {
    expect(await walletsNow(await newcomer())).toEqual({
      wallet: 0n,
      contract: 0n,
      contract2: 0n,
      coin: 0n,
      bonus: 0n,
      experience: 0n,
      held: { options: 0n, withdrawals: 0n, principal: 0n },
    })
  })

  it('include margin and holds in the contract wallets, and list holds outside the others', async () => {
    const uid = await newcomer()
    const held: [CustomerAccountType, bigint][] = [
      ['wallet', 1n],
      ['contract', 10n],
      ['contractMargin', 100n],
      ['contractHold', 1000n],
      ['contract2', 20n],
      ['contract2Margin', 200n],
      ['contract2Hold', 2000n],
      ['coin', 3n],
      ['bonus', 4n],
      ['optionStake', 5n],
      ['principal', 6n],
      ['withdrawal', 7n],
      ['experience', 8n],
    ]
    for (const [purpose, amount] of held) await give(uid, purpose, amount)
    await give(uid, 'wallet', 9n, 'BTC')
    expect(await walletsNow(uid)).toEqual({
      wallet: 1n,
      contract: 1110n,
      contract2: 2220n,
      coin: 3n,
      bonus: 4n,
      experience: 8n,
      held: { options: 5n, withdrawals: 7n, principal: 6n },
    })
  })
})

describe('the wallet list', () => {
  const unpriced = { price: null, value: null, rate: null, rateMs: null, isStale: true }
  const product = (pid: number, symbol: string) => ({ pid, symbol, title: symbol.slice(0, -4) }) as Product
  const prices: CoinPrices = {
    productNamed: (symbol) =>
      [product(1, 'BTCUSDT'), product(2, 'ETHUSDT')].find((known) => known.symbol === symbol) ?? null,
    inForce: (symbol) =>
      symbol === 'BTCUSDT'
        ? {
            tick: { price: price('65850.123456789'), bid: price('65850.12'), receivedTimeMs: 77 },
            stale: false,
          }
        : null,
  }

  it('has USDT beside coins, truncates values, and marks a missing price', async () => {
    const uid = await newcomer()
    expect(await getWallet(platform.database.db, uid, prices)).toEqual({ usdt: usdt('0'), coins: [] })
    await give(uid, 'wallet', quantity('2'), 'ETH')
    await give(uid, 'wallet', quantity('0.00000003'), 'BTC')
    await give(uid, 'wallet', usdt('12.5'))
    expect(await getWallet(platform.database.db, uid, prices)).toEqual({
      usdt: usdt('12.5'),
      coins: [
        {
          place: 'wallet',
          pid: 1,
          title: 'BTC',
          amount: quantity('0.00000003'),
          price: price('65850.123456789'),
          value: usdt('0.0019755'),
          rate: price('65850.12'),
          rateMs: 77,
          isStale: false,
        },
        { place: 'wallet', pid: 2, title: 'ETH', amount: quantity('2'), ...unpriced },
      ],
    })
  })

  it('of the coin wallet contains only products', async () => {
    const uid = await newcomer()
    await give(uid, 'coin', usdt('7'))
    await give(uid, 'wallet', quantity('1'), 'BTC')
    expect(await listCoinWallet(platform.database.db, uid, prices)).toEqual([])
    await give(uid, 'coin', quantity('2'), 'ETH')
    expect(await listCoinWallet(platform.database.db, uid, prices)).toEqual([
      { place: 'coin', pid: 2, title: 'ETH', amount: quantity('2'), ...unpriced },
    ])
  })
})

describe('a transfer', () => {
  it('moves between any two wallets, with one journal entry in each', async () => {
    const uid = await newcomer()
    for (const wallet of walletNames) await give(uid, wallet, 10n)
    for (const from of walletNames)
      for (const to of walletNames.filter((wallet) => wallet !== from)) {
        const before = await walletsNow(uid)
        await move(uid, from, to, 3n as Usdt)
        expect(await walletsNow(uid)).toEqual({ ...before, [from]: before[from] - 3n, [to]: before[to] + 3n })
      }
    const { rows } = await sql<{ transactions: number; lines: number; types: number[] }>`
      select count(distinct t.id) as transactions, count(*) as lines, array_agg(distinct e.type) as types
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      join wallets_transfer w on w.id = t.cause_id and t.cause_kind = 'walletTransfer' and w.uid = ${uid}
    `.execute(platform.database.db)
    expect(rows).toEqual([{ transactions: 12, lines: 24, types: [journal.ownTransfer] }])
  })

  it('is rejected for zero, for more than is available, and by open positions', async () => {
    const uid = await newcomer()
    await give(uid, 'contract', usdt('100'))
    await give(uid, 'contractMargin', usdt('900'))
    expect(await expectDomainError(move(uid, 'contract', 'wallet', usdt('0')))).toEqual({
      code: 'outOfRange',
      data: { min: '0.00000001' },
    })
    expect(await expectDomainError(move(uid, 'contract', 'wallet', usdt('100.00000001')))).toEqual({
      code: 'insufficientBalance',
      data: { max: '100' },
    })
    const results: unknown[] = []
    const some: MaxTransferOut = async (_tx, ...who) => {
      results.push(who)
      return usdt('40')
    }
    expect(
      (await expectDomainError(move(uid, 'contract', 'wallet', usdt('40.00000001'), some))).data,
    ).toEqual({
      max: '40',
    })
    await move(uid, 'contract', 'coin', usdt('40'), some)
    await give(uid, 'contract2', usdt('100'))
    await move(uid, 'contract2', 'coin', usdt('40'), some)
    await move(uid, 'coin', 'contract', usdt('80'), some)
    expect(results).toEqual([
      [uid, 'contract'],
      [uid, 'contract'],
      [uid, 'contract2'],
    ])
    expect((await walletsNow(uid)).contract).toBe(usdt('1040'))
  })

  it('has no effect when rejected', async () => {
    const uid = await newcomer()
    await expectDomainError(move(uid, 'wallet', 'coin', 1n as Usdt))
    const { rows } = await sql`select 1 from wallets_transfer where uid = ${uid}`.execute(
      platform.database.db,
    )
    expect(rows).toEqual([])
  })

  it('notifies the customer’s open pages', async () => {
    const uid = await newcomer()
    await give(uid, 'wallet', 1n)
    await move(uid, 'wallet', 'coin', 1n as Usdt)
    const facts = await platform.database.db.selectFrom('platform_fact').select(['kind', 'body']).execute()
    expect(facts).toContainEqual({ kind: 'pushed', body: { uid, event: 'WALLET_CHANGED', data: {} } })
  })
})

describe('concurrency and crashes', () => {
  it('concurrent spends of one balance succeed until it is used up', async () => {
    const uid = await newcomer()
    await give(uid, 'wallet', 7n)
    const spends = Array.from({ length: 100 }, () => move(uid, 'wallet', 'contract', 1n as Usdt))
    const done = (await Promise.allSettled(spends)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(7)
    expect(await walletsNow(uid)).toMatchObject({ wallet: 0n, contract: 7n })
    await expectBooksInOrder()
  })

  longIt('opposite transfers neither deadlock nor lose money', async () => {
    const uid = await newcomer()
    for (const wallet of walletNames) await give(uid, wallet, 1000n)
    const random = seededRandom(5)
    const transfers = Array.from({ length: 200 }, () => {
      const from = random.pick(walletNames)
      const to = random.pick(walletNames.filter((wallet) => wallet !== from))
      return move(uid, from, to, BigInt(random.whole(1, 30)) as Usdt)
    })
    const answers = await Promise.allSettled(transfers)
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
    const { wallet, contract, contract2, coin } = await walletsNow(uid)
    expect(wallet + contract + contract2 + coin).toBe(4000n)
    await expectBooksInOrder()
  })

  it('a connection that dies at any statement leaves a complete transfer or none', async () => {
    let deaths = 0
    for (const at of killPoints(12)) {
      const uid = await newcomer()
      await give(uid, 'wallet', 5n)
      const death = killConnectionAt(platform.database.url, at, at % 2 === 0 ? 'before' : 'after')
      const result = await move(uid, 'wallet', 'coin', 5n as Usdt).then(
        () => 'done',
        () => 'died',
      )
      death.over()
      await drainDeadConnections(platform.database.pool)
      if (death.happened()) deaths += 1
      const { wallet, coin } = await walletsNow(uid)
      expect([wallet, coin]).toEqual(coin === 0n ? [5n, 0n] : [0n, 5n])
      if (result === 'done') expect(coin).toBe(5n)
    }
    expect(deaths).toBeGreaterThanOrEqual(6 / caseStride())
    await expectBooksInOrder()
  })
})
