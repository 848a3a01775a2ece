import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, quantity, type Usdt, usdt } from '../money/units.ts'
import { closingOf, drawMargin, houseShareOf, openingCosts, settleClose } from './settlement.ts'

const amount = fc.oneof(fc.constant(0n), fc.bigInt(0n, 1000n)).map((units) => units as Usdt)
const question = fc.record({
  profit: fc.bigInt(-2000n, 2000n).map((units) => units as Usdt),
  closeFee: amount,
  released: amount,
  free: amount,
  bonus: amount,
  otherMargin: amount,
})

describe('settling a close', () => {
  it('pays the full loss and the full fee, each unit once', () => {
    fc.assert(
      fc.property(question, (input) => {
        const paid = settleClose(input)
        for (const part of Object.values(paid)) expect(part >= 0n).toBe(true)
        const loss = input.profit < 0n ? -input.profit : 0n
        expect(paid.lossFromWallet + paid.lossUnpaid).toBe(loss)
        expect(paid.feeFromBonus + paid.feeFromWallet + paid.feeUnpaid).toBe(input.closeFee)
        expect(paid.profit - paid.lossFromWallet - paid.lossUnpaid).toBe(input.profit)
      }),
    )
  })

  it('never leaves the wallet below zero, and uses the insurance fund only when the wallet is empty', () => {
    fc.assert(
      fc.property(question, (input) => {
        const paid = settleClose(input)
        const free =
          input.free +
          input.released +
          paid.takenMargin +
          paid.profit -
          paid.lossFromWallet -
          paid.feeFromWallet
        expect(free >= 0n && paid.takenMargin <= input.otherMargin).toBe(true)
        if (paid.takenMargin > 0n) expect(free).toBe(0n)
        if (paid.lossUnpaid + paid.feeUnpaid > 0n) {
          expect(free).toBe(0n)
          expect(paid.takenMargin).toBe(input.otherMargin)
        }
        if (paid.feeFromWallet > 0n) expect(paid.feeFromBonus).toBe(input.bonus)
      }),
    )
  })

  it('credits a profit to the wallet and deducts the fee', () => {
    const nothing = usdt('0')
    const input = {
      profit: usdt('3.06614'),
      closeFee: usdt('0.36370807'),
      released: usdt('72.435'),
      free: nothing,
      bonus: usdt('0.2'),
      otherMargin: nothing,
    }
    expect(settleClose(input)).toEqual({
      profit: usdt('3.06614'),
      takenMargin: nothing,
      lossFromWallet: nothing,
      feeFromBonus: usdt('0.2'),
      feeFromWallet: usdt('0.16370807'),
      lossUnpaid: nothing,
      feeUnpaid: nothing,
    })
  })
})

describe('the part of the house account in a close', () => {
  it('is paid in full: by the trading reserve, then the insurance fund, and the rest is owed', () => {
    fc.assert(
      fc.property(question, amount, amount, (input, trading, insurance) => {
        const settlement = settleClose(input)
        const share = houseShareOf(settlement, { trading, insurance })
        for (const part of Object.values(share)) expect(part >= 0n).toBe(true)
        const { profitFromReserve, profitFromInsurance, profitOwed } = share
        expect(profitFromReserve + profitFromInsurance + profitOwed).toBe(settlement.profit)
        expect(profitFromReserve <= trading).toBe(true)
        const insured = profitFromInsurance + share.lossFromInsurance + share.feeFromInsurance
        expect(insured <= insurance).toBe(true)
        if (profitFromInsurance > 0n) expect(profitFromReserve).toBe(trading)
        if (profitOwed > 0n) expect(profitFromInsurance).toBe(insurance)
        expect(share.lossFromInsurance <= settlement.lossUnpaid).toBe(true)
        if (share.lossFromInsurance < settlement.lossUnpaid) expect(insured).toBe(insurance)
        if (share.feeFromInsurance > 0n) expect(share.lossFromInsurance).toBe(settlement.lossUnpaid)
        expect(share.feeFromInsurance <= settlement.feeUnpaid).toBe(true)
      }),
    )
  })

  it('of a profit of 150 with 100 in the reserve and 30 in the fund leaves 20 owed', () => {
    const input = { profit: usdt('150'), lossUnpaid: usdt('0'), feeUnpaid: usdt('0') }
    expect(houseShareOf(input, { trading: usdt('100'), insurance: usdt('30') })).toMatchObject({
      profitFromReserve: usdt('100'),
      profitFromInsurance: usdt('30'),
      profitOwed: usdt('20'),
    })
  })
})

describe('what an order costs', () => {
  const eleven = { side: 'long', quantity: quantity('0.011'), openPrice: price('65850') } as const

  it('are margin and fee, and bonus credit pays the fee first', () => {
    expect(openingCosts(eleven, 10, 500, usdt('0.3'))).toEqual({
      margin: usdt('72.435'),
      charged: usdt('0.362175'),
      feeFromBonus: usdt('0.3'),
      feeFromWallet: usdt('0.062175'),
    })
    expect(openingCosts(eleven, 10, 500, usdt('5'))).toMatchObject({
      feeFromBonus: usdt('0.362175'),
      feeFromWallet: 0n,
    })
    expect(openingCosts(eleven, 10, 0, usdt('5'))).toMatchObject({ charged: 0n, feeFromBonus: 0n })
  })

  it('quotes a close at the fee rate of the position and its side of the book', () => {
    const position = { ...eleven, lots: 11, leverage: 10, margin: usdt('72.435'), openFee: usdt('0.362175') }
    const best = { bid: price('66128.74'), ask: price('66128.75') }
    const wallet = { free: usdt('10'), bonus: usdt('0.2'), otherMargin: usdt('0') }
    const closing = closingOf({ ...position, feeRatePpm: 500 }, best, wallet)
    expect(closing).toMatchObject({
      price: price('66128.74'),
      charged: usdt('0.36370807'),
      profit: usdt('3.06614'),
      settlement: { feeFromBonus: usdt('0.2'), feeFromWallet: usdt('0.16370807') },
    })
    expect(closingOf({ ...position, feeRatePpm: 2_000 }, best, wallet).charged).toBe(usdt('1.45483228'))
  })
})

describe('drawing margin', () => {
  const positions = [
    { id: 2, margin: usdt('9') },
    { id: 1, margin: usdt('5') },
    { id: 3, margin: usdt('1') },
  ]
  it('draws from the oldest position first and returns the changed ones', () => {
    expect(drawMargin(positions, usdt('7'))).toEqual([
      { id: 1, margin: 0n },
      { id: 2, margin: usdt('7') },
    ])
    expect(drawMargin(positions, usdt('0'))).toEqual([])
  })
  it('cannot draw more than the held margin', () => {
    expect(drawMargin(positions, usdt('15'))).toHaveLength(3)
    const tooMuch = () => drawMargin(positions, usdt('15.00000001'))
    expect(tooMuch).toThrow(RangeError)
    expect(tooMuch).toThrow('more margin is taken than is held')
  })
})
