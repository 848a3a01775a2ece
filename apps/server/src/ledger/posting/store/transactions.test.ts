import { accountKey, customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { accountsOf, decideBatch, type LedgerTransaction } from '@glasshouse/core/ledger/rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sentStatements, unnestedRows } from '../../../platform/database/rowColumns.fixture.ts'
import { entryColumns, insertTransactions, transactionColumns } from './transactions.ts'

const bank = external('deposits:sandbox')

const transfer = fc.record({
  payer: fc.integer({ min: 1, max: 3 }),
  payee: fc.integer({ min: 4, max: 6 }),
  amount: fc.bigInt({ min: 1n, max: 10n ** 20n }),
})

const transaction: fc.Arbitrary<LedgerTransaction> = fc
  .record({
    cause: fc.nat(),
    key: fc.option(fc.uuid()),
    apiKeyId: fc.option(fc.nat()),
    transfers: fc.array(transfer, { minLength: 1, maxLength: 3 }),
  })
  .map(({ cause, key, apiKeyId, transfers }) => ({
    cause: { kind: 'test', id: cause },
    ...(key === null ? {} : { key }),
    ...(apiKeyId === null ? {} : { apiKeyId }),
    // What a customer pays comes from the bank first, so that no one is short.
    transfers: transfers.flatMap(({ payer, payee, amount }) => [
      { from: bank, to: customer(payer, 'wallet'), amount, type: journal.deposit },
      { from: customer(payer, 'wallet'), to: customer(payee, 'wallet'), amount, type: journal.ownTransfer },
    ]),
  }))

it('transactions and their entries are read back from the columns, each entry under the number of its transaction', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(transaction, { minLength: 1, maxLength: 5 }),
      fc.option(fc.nat()),
      async (transactions, requestKey) => {
        const keys = [...accountsOf(transactions).keys()]
        const accounts = new Map(
          keys.map((key, at) => [key, { id: 100 + at, balance: 0n, sequence: at * 7 }]),
        )
        const { accepted, lines } = decideBatch(accounts, transactions, new Map())
        expect(accepted).toEqual(transactions)
        // More numbers than transactions: the rest stays unused.
        const ids = Array.from({ length: transactions.length + 2 }, (_, at) => 5_000 + at * 3)
        const rows = { atMs: 77, accepted, ids, lines, accounts, requestKey }
        const columns = [...transactionColumns(rows), ...entryColumns(rows)]
        const [sent, ...others] = await sentStatements((tx) => insertTransactions(tx, columns))
        if (sent === undefined || others.length > 0) throw new Error('one statement writes all')
        const [written, entered] = unnestedRows(sent)

        expect(written).toEqual(
          transactions.map((one, at) => ({
            id: String(ids[at]),
            cause_kind: 'test',
            cause_id: String(one.cause.id),
            key: one.key ?? null,
            at_ms: '77',
            api_key_id: (one.apiKeyId ?? requestKey)?.toString() ?? null,
          })),
        )

        // A plain book, entry by entry.
        const book = new Map(keys.map((key, at) => [key, { id: 100 + at, balance: 0n, sequence: at * 7 }]))
        const expected = transactions.flatMap(({ transfers }, at) =>
          transfers.flatMap(({ from, to, amount, type }) =>
            [
              { account: from, moved: -amount },
              { account: to, moved: amount },
            ].map(({ account, moved }) => {
              const state = book.get(accountKey(account))
              if (state === undefined) throw new Error('an account of the batch')
              state.balance += moved
              state.sequence += 1
              return {
                transaction_id: String(ids[at]),
                account_id: String(state.id),
                sequence: String(state.sequence),
                amount: String(moved),
                balance: String(state.balance),
                type: String(type),
              }
            }),
          ),
        )
        expect(entered).toEqual(expected)
      },
    ),
  )
})

it('a transaction without a number is an error of the caller', () => {
  const one = { cause: { kind: 'test', id: 1 } as const, transfers: [] }
  const rows = { atMs: 1, accepted: [one, one], ids: [1], lines: [], accounts: new Map(), requestKey: null }
  expect(() => transactionColumns(rows)).toThrow('a transaction has no number')
})
