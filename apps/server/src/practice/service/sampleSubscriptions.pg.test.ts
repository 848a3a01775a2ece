import { createHash } from 'node:crypto'
import { customer } from '@glasshouse/core/ledger/chart'
import type { Product } from '@glasshouse/core/markets/product'
import { quantity, usdt } from '@glasshouse/core/money/units'
import { applicationToWire, issueToWire } from '@glasshouse/core/subscription/codec'
import { verifyAllotment } from '@glasshouse/core/subscription/verify'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { testPlatform } from '@glasshouse/testkit/platform'
import { stagePools } from '@glasshouse/testkit/pools'
import { expect, it } from 'vitest'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import {
  type DrawHead,
  getAllotment,
  listSubscriptionProducts,
  subscriptionInvariants,
} from '../../subscription/index.fixture.ts'
import { listSubscriptions } from '../../subscription/index.ts'
import { sampleAmounts } from '../store.ts'
import { seedPracticeData } from './sample.ts'
import { seedCopying } from './sampleCopying.ts'
import { seedSubscriptions } from './sampleSubscriptions.ts'

const uid = 10_001
const symbols = ['XRPUSDT', 'DOGEUSDT', 'LINKUSDT', 'ADAUSDT', 'SOLUSDT']
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

it('has an issue of each state, made by the ordinary commands, also when starts are killed', async () => {
  const database = await cloneDatabase(4)
  try {
    const platform = testPlatform(database)
    const fixed = fixedMarkets()
    const product = (pid: number): Product | null => {
      const [known] = fixed.products()
      const symbol = symbols[pid - 1]
      return symbol === undefined || known === undefined ? null : { ...known, pid, symbol }
    }
    const published: DrawHead[] = []
    const deps = {
      ...platform,
      pools: stagePools({ ...platform, markets: fixed }),
      markets: {
        product,
        products: () => [] as Product[],
        productNamed: (symbol: string) => product(symbols.indexOf(symbol) + 1),
        view: () => null,
      },
      heads: {
        newestMinute: async () => published.at(-1)?.minute ?? 0,
        firstAfter: async (_: unknown, after: number) =>
          published.find(({ minute }) => minute > after) ?? null,
      },
    }
    await seedPracticeData(deps)
    await seedCopying(deps)
    const demo = () => getBalances(database.db, [customer(uid, 'contract'), customer(uid, 'coin')])
    expect(await demo()).toEqual([usdt('5000'), usdt('1000')])
    // Without heads nothing can be drawn; the next start goes on.
    expect(await seedSubscriptions(deps)).toBe(false)
    published.push({ minute: platform.clock.now(), symbol: 'BTCUSDT', n: 1, hash: 'ab'.repeat(32) })
    for (const at of [10, 60]) {
      const death = killConnectionAt(database.url, at, 'before')
      await seedSubscriptions(deps).catch(() => undefined)
      death.over()
      await drainDeadConnections(database.pool)
    }
    await seedSubscriptions(deps)
    const issues = (await listSubscriptionProducts(deps, false)).map(issueToWire)
    expect(issues.map(({ pid, state, asked, applications }) => [pid, state, asked, applications])).toEqual([
      [5, 'closed', '700', 2],
      [4, 'open', '21100', 3],
      [3, 'paying', '870', 3],
      [2, 'over', '3500', 3],
      [1, 'over', '450', 3],
    ])
    const query = { state: null, id: null, offset: 0, limit: 10, direction: 'asc' } as const
    const rows = (await listSubscriptions(database.db, uid, query)).rows.map(applicationToWire)
    expect(rows.map(({ pid, status, reason, realprice }) => [pid, status, reason, realprice])).toEqual([
      [1, 3, undefined, '30'],
      [2, 4, 'unpaid', '0'],
      [3, 2, undefined, '0'],
      [4, 1, undefined, '0'],
    ])
    const table = await getAllotment(database.db, { issueId: rows[2]?.issue ?? 0, after: '' })
    expect(await verifyAllotment(table, 'ab'.repeat(32), sha256)).toEqual([])
    expect(await demo()).toEqual([usdt('5000'), usdt('1000')])
    expect(await getBalances(database.db, [customer(uid, 'coin', 'XRP')])).toEqual([quantity('50')])
    const { invariants } = await checkInvariants(database.db, 1, [
      ...ledgerInvariants,
      ...subscriptionInvariants,
      sampleAmounts,
    ])
    expect(invariants.filter(({ holds }) => !holds)).toEqual([])
    expect(await seedSubscriptions(deps)).toBe(false)
  } finally {
    await database.drop()
  }
})
