import { type listedTermsToWire, termsToWire } from '@glasshouse/core/markets/codec'
import { genesisHash } from '@glasshouse/core/markets/evidence'
import { typedMarketToWire } from '@glasshouse/core/markets/staff/codec'
import {
  type TermsVersion,
  termsHash,
  termsInForce,
  termsTextOf,
  termsVersionHash,
} from '@glasshouse/core/markets/terms'
import { quantity } from '@glasshouse/core/money/units'
import { type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sha256 } from '../../platform/secrets/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { marketRoutes } from '../routes.ts'
import { insertTerms, listTerms } from '../store/terms.ts'
import { listProductRows } from '../store.ts'
import type { Markets } from './markets.ts'
import { typedBitcoin } from './typedMarket.fixture.ts'

let counter: StaffFixture
const db = () => counter.stage.database.db
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())

const save = async (more: object, token = counter.manager) => {
  const fields = typedMarketToWire({ ...typedBitcoin, ...more }) as Readonly<Record<string, string | number>>
  expect((await counter.ask('/staff/api/productSave', fields, token)).retCode).toBe(0)
}

const ask = async (pid: number): Promise<unknown> => {
  const { markets, database } = counter.stage
  const found = marketRoutes(markets as unknown as Markets, { database }).find(
    ({ path }) => path === '/api/market/terms',
  )
  return found?.answer({ body: { pid } } as never)
}

const expectChained = (versions: readonly TermsVersion[]): void => {
  versions.forEach((version, index) => {
    expect(version.n).toBe(index + 1)
    expect(version.previous).toBe(versions[index - 1]?.hash ?? genesisHash)
    expect(version.termsId).toBe(termsHash(version, sha256))
    expect(version.hash).toBe(termsVersionHash(version, sha256))
  })
}

it('lists the terms every market began with, as the rules hash them', async () => {
  const versions = await listTerms(db())
  expectChained(versions)
  for (const product of await listProductRows(db()))
    expect(versions.find(({ symbol }) => symbol === product.symbol)).toMatchObject({
      fromMs: 0,
      ...termsTextOf(product),
      termsId: termsHash(termsTextOf(product), sha256),
    })
})

it('appends a version with each change of terms and none with any other change', async () => {
  const before = (await listTerms(db())).length
  await save({ title: 'Bitcoin coin' })
  expect(await listTerms(db())).toHaveLength(before)
  const change = {
    title: 'Bitcoin coin',
    payoutPercents: '1,75,80,82,85',
    feeRate: '0.000001',
    lot: '12.00000001',
  }
  await save(change)
  expect(await listTerms(db())).toHaveLength(before)
  await save(change, counter.second)
  const versions = await listTerms(db())
  expect(versions).toHaveLength(before + 1)
  expect(versions.at(-1)).toMatchObject({
    symbol: 'BTCUSDT',
    payoutPercents: '1,75,80,82,85',
    feeRate: '0.000001',
    lot: '12.00000001',
    fromMs: counter.stage.clock.now() + 600_000,
  })
  expectChained(versions)
})

it('shows every version to anybody, the newest first, announced ones included', async () => {
  const fromMs = counter.stage.clock.now() + 600_000
  const announced = {
    pid: 2,
    fromMs,
    lot: quantity('0.02'),
    leverages: [2, 5],
    feeRatePpm: 500,
    expiryMinutes: ['0.5'],
    payoutPercents: [60],
  }
  const terms = await transact(db(), (tx) => insertTerms(tx, announced))
  const rows = (await ask(2)) as ReturnType<typeof listedTermsToWire>[]
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual({ terms, from: fromMs, ...termsToWire(announced) })
  expect(rows[1]).toMatchObject({ from: 0, proscale: '70,75,80,82,85' })
  const versions = await listTerms(db(), 'ETHUSDT')
  expect(termsInForce(versions, fromMs - 1)?.termsId).toBe(rows[1]?.terms)
  expect(termsInForce(versions, fromMs)?.termsId).toBe(terms)
  // The product follows at that instant: what was announced is not listed a second time.
  await sql`update markets_product set lot = 2000000, multiples = '2,5', expiry_minutes = '0.5', payout_percents = '60',
    changed_ms = ${fromMs} where pid = 2`.execute(db())
  expect(await listTerms(db(), 'ETHUSDT')).toHaveLength(2)
  await expect(ask(999)).rejects.toMatchObject({ code: 'notFound' })
})

it('lists what is changed by hand as well', async () => {
  await sql`update markets_product set payout_percents = '1,1,1,1,1' where pid = 3`.execute(db())
  const versions = await listTerms(db(), 'SOLUSDT')
  expect(versions.map(({ payoutPercents }) => payoutPercents)).toEqual(['70,75,80,82,85', '1,1,1,1,1'])
  expect(versions[1]?.fromMs).toBeGreaterThan(0)
})

it.each(['update markets_terms set from_ms = 1', 'delete from markets_terms', 'truncate markets_terms'])(
  'the database refuses: %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(db())).rejects.toThrow(/is not allowed/)
  },
)

it('numbers versions without gaps and doubles, also of changes at the same time', async () => {
  await Promise.all(
    [11, 12, 13, 14, 15, 16].map((percent, index) =>
      transact(db(), (tx) =>
        insertTerms(tx, {
          pid: 4 + (index % 3),
          fromMs: 1_000 + index,
          lot: quantity('0.00000001'),
          leverages: [2],
          feeRatePpm: 1,
          expiryMinutes: ['1'],
          payoutPercents: [percent],
        }),
      ),
    ),
  )
  expectChained(await listTerms(db()))
})
