import { accountName } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, type Quantity, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { pairCode, proceeds, type WalletName, walletNames, walletPair } from '@glasshouse/core/wallets/rules'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { conversionPosting, internalTransferPosting, walletTransferPosting } from './postings.ts'

const wallets = fc.constantFrom(...walletNames) as fc.Arbitrary<WalletName>

it('a transfer takes from the wallet of its pair code what it gives to the other', () => {
  fc.assert(
    fc.property(wallets, wallets, fc.bigInt(1n, 10n ** 15n) as fc.Arbitrary<Usdt>, (from, to, amount) => {
      const code = pairCode(from, to)
      if (code === null) {
        expect(from).toBe(to)
        return
      }
      const { transfers, cause, key } = walletTransferPosting(10_001, walletPair(code), amount, 3)
      expect(transfers.map((line) => [accountName(line.from), accountName(line.to), line.amount])).toEqual([
        [`customer/10001/${from}/USDT`, `customer/10001/${to}/USDT`, amount],
      ])
      // Two requests are two transfers: only the id tells them apart.
      expect([cause, key]).toEqual([{ kind: 'walletTransfer', id: 3 }, undefined])
    }),
  )
})

it('a conversion exchanges coins and USDT with the trading reserve, inside one wallet', () => {
  const [amount, bid] = [quantity('0.1'), price('65849.99')]
  for (const [place, type] of [
    ['wallet', journal.exchange],
    ['coin', journal.productSold],
  ] as const) {
    const sale = { uid: 10_001, place, asset: 'BTC', amount, received: proceeds(amount, bid) }
    const { transfers, key, cause } = conversionPosting(sale, 9)
    expect(
      transfers.map((line) => [accountName(line.from), accountName(line.to), line.amount, line.type]),
    ).toEqual([
      [`customer/10001/${place}/BTC`, 'house/trading/BTC', amount, type],
      ['house/trading/USDT', `customer/10001/${place}/USDT`, usdt('6584.999'), type],
    ])
    expect([key, cause]).toEqual(['coin-sold:9', { kind: 'coinSold', id: 9 }])
  }
})

it('a conversion never pays more than its coins are worth at the bid', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 14n), fc.bigInt(1n, 10n ** 15n), (units, rate) => {
      const received = proceeds(units as Quantity, rate as never)
      const sale = {
        uid: 10_001,
        place: 'wallet' as const,
        asset: 'BTC',
        amount: units as Quantity,
        received,
      }
      const [coins, money] = conversionPosting(sale, 1).transfers
      // Quantity 1e-8 × price 1e-9 in USDT 1e-8: what is paid times 1e9 is at most the product.
      expect((money?.amount ?? 0n) * 1_000_000_000n).toBeLessThanOrEqual((coins?.amount ?? 0n) * rate)
    }),
  )
})

it('a transfer to another customer is sent in one journal and received in the other', () => {
  const { transfers, key } = internalTransferPosting(10_001, 10_002, usdt('25'), 4)
  expect(transfers).toHaveLength(1)
  expect(transfers[0]).toMatchObject({
    amount: usdt('25'),
    type: journal.sentToUser,
    toType: journal.receivedFromUser,
  })
  expect(key).toBe('internal-transfer:4')
})
