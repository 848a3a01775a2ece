import { accountName } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, type Quantity, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { pairCode, walletPair } from '@glasshouse/core/wallets/codec'
import { proceeds, type WalletName, walletNames } from '@glasshouse/core/wallets/rules'
import { movementsOf } from '@glasshouse/testkit/movements'
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

const anyMovement = fc.oneof(
  fc.record({
    kind: fc.constant('own' as const),
    uid: fc.constantFrom(10_001, 10_002),
    from: wallets,
    to: wallets,
    amount: fc.bigInt(1n, 1000n),
  }),
  fc.record({
    kind: fc.constant('send' as const),
    uid: fc.constantFrom(10_001, 10_002),
    amount: fc.bigInt(1n, 1000n),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('sell' as const),
    uid: fc.constantFrom(10_001, 10_002),
    place: fc.constantFrom('wallet' as const, 'coin' as const),
    units: fc.bigInt(1n, 10n ** 9n),
    times: fc.integer({ min: 1, max: 3 }),
  }),
)

it('random movements change every account by what a model adds up, and a repeated key changes nothing', () => {
  const bid = price('65849.99')
  fc.assert(
    fc.property(fc.array(anyMovement, { minLength: 1, maxLength: 14 }), (all) => {
      const model = new Map<string, bigint>()
      const add = (account: string, amount: bigint) => model.set(account, (model.get(account) ?? 0n) + amount)
      const story = all.flatMap((one, at) => {
        const id = at + 1
        if (one.kind === 'own') {
          if (one.from === one.to) return []
          add(`customer/${one.uid}/${one.from}/USDT`, -one.amount)
          add(`customer/${one.uid}/${one.to}/USDT`, one.amount)
          return [walletTransferPosting(one.uid, { from: one.from, to: one.to }, one.amount as Usdt, id)]
        }
        if (one.kind === 'send') {
          const other = one.uid === 10_001 ? 10_002 : 10_001
          add(`customer/${one.uid}/wallet/USDT`, -one.amount)
          add(`customer/${other}/wallet/USDT`, one.amount)
          const posting = internalTransferPosting(one.uid, other, one.amount as Usdt, id)
          return Array.from({ length: one.times }, () => posting)
        }
        const received = proceeds(one.units as Quantity, bid)
        if (received === 0n) return []
        add(`customer/${one.uid}/${one.place}/BTC`, -one.units)
        add('house/trading/BTC', one.units)
        add('house/trading/USDT', -received)
        add(`customer/${one.uid}/${one.place}/USDT`, received)
        const sale = { uid: one.uid, place: one.place, asset: 'BTC', amount: one.units as Quantity, received }
        return Array.from({ length: one.times }, () => conversionPosting(sale, id))
      })
      const rich = [10_001, 10_002].flatMap((uid) => [
        ...walletNames.map((name) => `customer/${uid}/${name}/USDT`),
        ...['wallet', 'coin'].map((name) => `customer/${uid}/${name}/BTC`),
      ])
      const { moved, lines, kinds } = movementsOf(story, ...rich, 'house/trading/USDT')
      expect(kinds).not.toContain('short')
      for (const account of new Set([...lines.map((line) => line.account), ...model.keys()]))
        expect([account, moved(account)]).toEqual([account, model.get(account) ?? 0n])
      for (const asset of ['/USDT', '/BTC'])
        expect(
          lines
            .filter(({ account }) => account.endsWith(asset))
            .reduce((sum, { amount }) => sum + amount, 0n),
        ).toBe(0n)
    }),
  )
})

it('no movement takes more than an account holds, and none leaves a half behind', () => {
  const sale = {
    uid: 10_001,
    place: 'coin' as const,
    asset: 'BTC',
    amount: 5n as Quantity,
    received: 9n as Usdt,
  }
  for (const [posting, rich] of [
    [walletTransferPosting(10_001, { from: 'coin', to: 'contract' }, 1n as Usdt, 1), ''],
    [internalTransferPosting(10_001, 10_002, 1n as Usdt, 2), 'customer/10002/wallet/USDT'],
    // The coins are there and the reserve is not, and the other way round.
    [conversionPosting(sale, 3), 'customer/10001/coin/BTC'],
    [conversionPosting(sale, 4), 'house/trading/USDT'],
  ] as const)
    expect(movementsOf([posting], rich)).toMatchObject({ kinds: ['short'], lines: [] })
})
