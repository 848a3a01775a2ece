import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal, type Usdt, usdt } from '../money/units.ts'
import { usdtFromPayment } from './amounts.ts'
import { invoiceUnits, type PaymentInput, splitPayment, valuePayment } from './paymentValue.ts'

const due = (amount: string): bigint => {
  const units = invoiceUnits(amount)
  if (units === null) throw new Error('no amount')
  return units
}
const payment = (change: Partial<PaymentInput> = {}): PaymentInput => ({
  value: '0.01',
  rate: '64000',
  freshRate: '60000',
  perUsdt: usdt('1'),
  freshPerUsdt: usdt('1'),
  isInTime: true,
  due: due('640'),
  ...change,
})

describe('the value of a payment', () => {
  it('is at the rate of the invoice for the invoiced amount in time', () => {
    expect(valuePayment(payment())).toEqual({
      covered: due('640'),
      atInvoiceRate: usdt('640'),
      repriced: 0n,
    })
    expect(valuePayment(payment({ freshRate: null }))?.atInvoiceRate).toBe(usdt('640'))
  })

  it('is at the lower rate for what is beyond the invoiced amount', () => {
    expect(valuePayment(payment({ value: '0.02' }))).toMatchObject({
      atInvoiceRate: usdt('640'),
      repriced: usdt('600'),
    })
    expect(valuePayment(payment({ value: '0.02', freshRate: '70000' }))?.repriced).toBe(usdt('640'))
    expect(valuePayment(payment({ due: 0n }))).toMatchObject({ atInvoiceRate: 0n, repriced: usdt('600') })
  })

  it('is at the lower rate for all of what is late', () => {
    expect(valuePayment(payment({ isInTime: false }))).toEqual({
      covered: 0n,
      atInvoiceRate: 0n,
      repriced: usdt('600'),
    })
  })

  it('counts a USDT that became dearer meanwhile', () => {
    expect(valuePayment(payment({ isInTime: false, freshPerUsdt: usdt('1.25') }))?.repriced).toBe(usdt('480'))
    expect(valuePayment(payment({ isInTime: false, freshPerUsdt: usdt('0.8') }))?.repriced).toBe(usdt('600'))
  })

  it('is unknown without the fresh rate where one is needed, and for unreadable texts', () => {
    expect(valuePayment(payment({ value: '0.02', freshRate: null }))).toBeNull()
    expect(valuePayment(payment({ isInTime: false, freshRate: 'x' }))).toBeNull()
    expect(valuePayment(payment({ value: '-1' }))).toBeNull()
    // A gateway that quotes nothing has no rate: the payment waits for one, and is never worth nothing.
    for (const freshRate of ['0', '0.00', '0.0000000000000000001'])
      expect(valuePayment(payment({ isInTime: false, freshRate })), freshRate).toBeNull()
    expect(valuePayment(payment({ rate: '1e3' }))).toBeNull()
    expect(splitPayment({ value: 'x', rate: '1', isInTime: true, due: 0n })).toBeNull()
    expect(invoiceUnits('1,5')).toBeNull()
  })

  it('is never above the value at the invoice’s rate nor, beyond the invoice, above the fresh one', () => {
    const text = (scale: number, max: bigint) =>
      fc.bigInt({ min: 1n, max }).map((units) => formatDecimal(units, scale))
    fc.assert(
      fc.property(
        text(8, 10n ** 12n),
        text(6, 10n ** 12n),
        text(6, 10n ** 12n),
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        fc.bigInt({ min: 0n, max: 10n ** 42n }),
        fc.boolean(),
        (value, rate, freshRate, perUsdt, open, isInTime) => {
          const price = perUsdt as Usdt
          const input = { value, rate, freshRate, perUsdt: price, freshPerUsdt: price, isInTime, due: open }
          const valued = valuePayment(input)
          const [full, fresh] = [
            usdtFromPayment(value, rate, price),
            usdtFromPayment(value, freshRate, price),
          ]
          if (valued === null || full === null || fresh === null) throw new Error('unreadable')
          expect(valued.atInvoiceRate + valued.repriced <= full).toBe(true)
          expect(valued.repriced <= fresh).toBe(true)
          expect(valued.covered <= open).toBe(true)
          if (!isInTime) expect(valued.covered).toBe(0n)
        },
      ),
    )
  })
})
