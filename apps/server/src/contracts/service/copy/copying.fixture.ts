import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, usdt } from '@glasshouse/core/money/units'
import type { ContractFixture } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { postSingle } from '../../../ledger/posting/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { openPool } from '../../index.fixture.ts'
import { placeOrder } from '../../index.ts'
import type { OrderRow } from '../../schema.ts'

/** The lead of the tests. */
export const leadUid = 20_001

/** Puts USDT into a contract wallet. */
export const fundWallet = (
  stage: ContractFixture,
  uid: number,
  purpose: 'contract' | 'contract2',
  amount: string,
): Promise<number> =>
  transact(stage.database.db, (tx) =>
    postSingle(tx, 1, {
      cause: { kind: 'test', id: uid },
      transfers: [
        {
          from: external('deposits:sandbox'),
          to: customer(uid, purpose),
          amount: usdt(amount),
          type: journal.deposit,
        },
      ],
    }),
  )

/** A pool of the lead that holds an amount. */
export const newPool = async (
  stage: ContractFixture,
  amount: string,
  maxMultiple = 10,
  lead = leadUid,
): Promise<number> => {
  const account = await transact(stage.database.db, (tx) =>
    openPool(stage, tx, { leadUid: lead, maxMultiple }),
  )
  if (amount !== '0') await fundWallet(stage, account, 'contract', amount)
  return account
}

/** The lead opens in the second contract wallet: 40 lots of BTC bought at 10 × unless told. */
export const leadOpens = (
  stage: ContractFixture,
  changes: Partial<PlaceOrderCommand> = {},
  uid = leadUid,
): Promise<OrderRow> =>
  placeOrder(
    stage,
    { uid },
    {
      ...plainOrder,
      wallet: 'contract2',
      leverage: 10,
      price: price('65850'),
      pid: 1,
      lots: 40,
      kind: 'market',
      side: 'long',
      ...changes,
    },
  )

/** The orders of a wallet by id, closed ones included. */
export const ordersOf = async (stage: ContractFixture, uid: number): Promise<readonly OrderRow[]> =>
  stage.database.db
    .withTables<import('../../schema.ts').ContractsTables>()
    .selectFrom('contracts_order')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('id')
    .execute()
