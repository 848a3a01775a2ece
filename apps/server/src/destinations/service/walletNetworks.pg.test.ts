/** The repair of wallet addresses that an earlier version left with the network of a former currency (migration 0855). */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../platform/transactions/index.ts'
import { anonymizeDestinations } from '../store.ts'
import {
  decryptDestination,
  findDestination,
  saveBankDetails,
  saveWalletAddress,
  saveWithdrawalAddress,
} from './destinations.ts'

const tron = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
const otherTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const bitcoin = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const migration = join(import.meta.dirname, '../../../migrations/0855_funding_wallet_network.sql')

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

const wallet = async (uid: number, currency: string, address: string): Promise<void> => {
  platform.clock.tick(1000)
  await saveWalletAddress(platform, { uid, ip: '203.0.113.9' }, { currency, address })
}
/** A customer whose wallet address was written in these steps; the row as the earlier version left it. */
const customerWith = async (
  steps: readonly (readonly [string, string])[],
  left: '1001' | '1002' | null | 'right',
): Promise<number> => {
  const { uid } = await newCustomer(platform)
  for (const [currency, address] of steps) await wallet(uid, currency, address)
  const network = left === null ? 'null' : `'${left}'`
  if (left !== 'right')
    await plantRows(
      platform.database.url,
      `update funding_destination set network = ${network} where uid = ${uid} and kind = 'wallet'`,
    )
  return uid
}
/** Rows of a customer, with the version of each: it changes with every write. */
const rowsOf = async (uid: number) => {
  const { rows } = await sql<{ kind: string; network: string | null; changed: number; version: string }>`
    select kind, network, changed_ms as changed, xmin::text as version from funding_destination
    where uid = ${uid} order by kind`.execute(platform.database.db)
  return rows
}
const repair = async (): Promise<void> => plantRows(platform.database.url, await readFile(migration, 'utf8'))
const db = () => platform.database.db

it('gives each wallet address the network of its own currency, and changes nothing else of it', async () => {
  const cases = [
    [
      await customerWith(
        [
          ['TRC20', tron],
          ['BTC', bitcoin],
        ],
        '1002',
      ),
      null,
    ],
    [
      await customerWith(
        [
          ['ERC20', evm],
          ['BTC', bitcoin],
        ],
        '1001',
      ),
      null,
    ],
    [
      await customerWith(
        [
          ['TRC20', tron],
          ['ERC20', evm],
        ],
        '1002',
      ),
      '1001',
    ],
    [
      await customerWith(
        [
          ['BTC', bitcoin],
          ['USDT(TRC20)', tron],
        ],
        null,
      ),
      '1002',
    ],
    [
      await customerWith(
        [
          ['TRC20', tron],
          ['BTC', bitcoin],
          ['TRC20', otherTron],
        ],
        null,
      ),
      '1002',
    ],
  ] as const
  const before = await Promise.all(cases.map(([uid]) => rowsOf(uid)))
  await repair()
  for (const [place, [uid, network]] of cases.entries()) {
    const [row] = await rowsOf(uid)
    expect(row).toMatchObject({ kind: 'wallet', network, changed: before[place]?.[0]?.changed })
  }
})

it('ends that an address of another currency stands in for a cold wallet', async () => {
  const uid = await customerWith(
    [
      ['TRC20', tron],
      ['BTC', bitcoin],
    ],
    '1002',
  )
  expect(await decryptDestination(platform.secrets, db(), uid, '1002')).toBe(bitcoin)
  await repair()
  expect(await findDestination(db(), uid, '1002')).toBeNull()
  const moved = await customerWith(
    [
      ['TRC20', tron],
      ['ERC20', evm],
    ],
    '1002',
  )
  await repair()
  expect(await findDestination(db(), moved, '1002')).toBeNull()
  expect(await decryptDestination(platform.secrets, db(), moved, '1001')).toBe(evm)
})

it('writes no row that is right, no bank data and no cold wallet', async () => {
  const uid = await customerWith(
    [
      ['BTC', bitcoin],
      ['TRC20', tron],
    ],
    'right',
  )
  const by = { uid, ip: '203.0.113.9' }
  await saveWithdrawalAddress(platform, by, { network: '1001', address: evm })
  await saveBankDetails(platform, by, { firstName: 'Ada', lastName: 'E', iban: 'DE89370400440532013000' })
  const plain = await customerWith([['BTC', bitcoin]], 'right')
  const before = [await rowsOf(uid), await rowsOf(plain)]
  expect(before.map((rows) => rows.map(({ network }) => network))).toEqual([['1001', null, '1002'], [null]])
  await repair()
  expect([await rowsOf(uid), await rowsOf(plain)]).toEqual(before)
})

it('leaves a row alone that is not what the newest change recorded, and a closed account empty', async () => {
  const uid = await customerWith(
    [
      ['TRC20', tron],
      ['BTC', bitcoin],
    ],
    '1002',
  )
  await plantRows(platform.database.url, `update funding_destination set sealed = 'other' where uid = ${uid}`)
  const closed = await customerWith(
    [
      ['TRC20', tron],
      ['BTC', bitcoin],
    ],
    '1002',
  )
  await transact(db(), (tx) => anonymizeDestinations(tx, closed))
  const before = await rowsOf(uid)
  await repair()
  expect(await rowsOf(uid)).toEqual(before)
  expect(await rowsOf(closed)).toEqual([])
})

it('changes nothing when it is run again', async () => {
  const uid = await customerWith(
    [
      ['TRC20', tron],
      ['BTC', bitcoin],
    ],
    '1002',
  )
  await repair()
  const repaired = await rowsOf(uid)
  await repair()
  expect(await rowsOf(uid)).toEqual(repaired)
})
