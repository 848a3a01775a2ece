import { quantity, usdt } from '@glasshouse/core/money/units'
import { testPassword, type WalletStage, walletFixture } from '@glasshouse/testkit/wallets'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { convertCoins } from '../service/conversion.ts'
import { transferToUser } from '../service/internalTransfer.ts'
import { transferBetweenWallets } from '../service/transfer.ts'
import { walletInvariants } from './invariants.ts'

let stage: WalletStage
let uid = 0
let other = 0
let saleId = 0
beforeAll(async () => {
  stage = await walletFixture()
  uid = (await stage.newcomer()).uid
  other = (await stage.newcomer()).uid
  await stage.give(uid, 'wallet', usdt('100'))
  await stage.give(uid, 'wallet', quantity('1'), 'BTC')
  const own = { maxContractTransferOut: async () => usdt('0'), settleWallet: async () => undefined }
  await transferBetweenWallets({ ...stage, ...own }, uid, { from: 'wallet', to: 'coin' }, usdt('10'))
  const to = { kind: 'uid', account: String(other) } as const
  await transferToUser(stage, uid, { to, amount: usdt('20'), withdrawPassword: testPassword })
  saleId = (await convertCoins(stage, uid, { place: 'wallet', pid: 1, amount: quantity('0.25') })).id
})
afterAll(() => stage.database.drop())

const undone = new Error('undone')

/** Violations found after changes that no command makes; the changes are rolled back. */
const planted = async (...changes: readonly RawBuilder<unknown>[]) => {
  const found: string[] = []
  await stage.database.db
    .transaction()
    .execute(async (tx) => {
      // Simulates an attacker who can disable the triggers of the tables and drop their checks.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`alter table wallets_sale drop constraint wallets_sale_check`.execute(tx)
      for (const change of changes) await change.execute(tx)
      for (const { name, broken } of walletInvariants) if ((await broken(tx)).length > 0) found.push(name)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return found
}

const sales = 'every sale of coins has exactly one transaction, which moved what its tick and its row say'
const sendings =
  'everything sent to another customer left one wallet and reached the other in exactly one transaction'
const transfers = 'every transfer between own wallets has exactly one transaction of its amount'
const amounts = 'the entries of every transfer and sale are its amounts'

it('finds no violation in a consistent database', async () => {
  expect(await planted()).toEqual([])
  expect(await stage.broken()).toEqual({})
})

it.each([
  ['wallets_transfer', 'walletTransfer', transfers],
  ['wallets_sending', 'internalTransfer', sendings],
  ['wallets_sale', 'coinSold', sales],
] as const)(
  'finds in %s a changed amount, a lost row, a lost transaction and a second one',
  async (table, kind, name) => {
    const rows = sql.table(table)
    expect(await planted(sql`update ${rows} set amount = amount + 1`)).toEqual([name, amounts])
    expect(await planted(sql`delete from ${rows}`)).toEqual([name, amounts])
    expect(await planted(sql`delete from ledger_transaction where cause_kind = ${kind}`)).toEqual([name])
    const twice = sql`insert into ledger_transaction (cause_kind, cause_id, key, at_ms)
    select cause_kind, cause_id, 'again', 1 from ledger_transaction where cause_kind = ${kind}`
    expect(await planted(twice)).toContain(name)
  },
)

it('finds a transfer between other wallets than its row names, and one of another customer', async () => {
  expect(await planted(sql`update wallets_transfer set from_wallet = 'contract'`)).toEqual([
    transfers,
    amounts,
  ])
  expect(await planted(sql`update wallets_transfer set uid = ${other}`)).toEqual([transfers, amounts])
  expect(await planted(sql`update wallets_sending set uid = to_uid, to_uid = uid`)).toEqual([
    sendings,
    amounts,
  ])
})

it('finds a sale at another rate than its tick, and proceeds that are not amount times rate', async () => {
  const bid = sql`update wallets_sale set tick = jsonb_set(tick, '{bid}', '"1"') where id = ${saleId}`
  expect(await planted(bid)).toEqual([sales])
  expect(await planted(sql`update wallets_sale set rate = rate + 1`)).toEqual([sales])
  expect(await planted(sql`update wallets_sale set received = received - 1`)).toEqual([sales, amounts])
  expect(await planted(sql`update wallets_sale set place = 'coin'`)).toEqual([amounts])
})
