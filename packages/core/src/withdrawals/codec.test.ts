import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import {
  listWithdrawalsFromWire,
  quoteWithdrawalFromWire,
  quoteWithdrawalToWire,
  type RequestedWithdrawal,
  requestedWithdrawalFromWire,
  requestedWithdrawalToWire,
  requestWithdrawalFromWire,
  requestWithdrawalToWire,
  stateToWire,
  type WithdrawalQuote,
  type WithdrawalStatus,
  type WithdrawalView,
  withdrawalQuoteFromWire,
  withdrawalQuoteToWire,
  withdrawalStatusFromWire,
  withdrawalStatusToWire,
  withdrawalsFromWire,
  withdrawalToWire,
} from './codec.ts'
import {
  isFundsHeld,
  pauseReasons,
  pendingReasons,
  withdrawalActors,
  withdrawalMethods,
  withdrawalRejections,
  withdrawalStates,
} from './rules.ts'

it('numbers every state whose funds are held 0, and the final ones apart', () => {
  expect(withdrawalStates.map(stateToWire)).toEqual([0, 0, 0, 1, 2, 3])
  for (const state of withdrawalStates) expect(isFundsHeld(state)).toBe(stateToWire(state) === 0)
})

describe('a request', () => {
  const method = (banktype: 1 | 3, type?: 1001 | 1002) =>
    quoteWithdrawalFromWire({ banktype, type, price: '1' }).method
  it('names the bank, a network, or any network with a stored address', () => {
    expect([method(1), method(1, 1001), method(3), method(3, 1001), method(3, 1002)]).toEqual([
      'bank',
      'bank',
      'digital',
      '1001',
      '1002',
    ])
  })
  it('has an amount only if its text is whole USDT', () => {
    const amount = (price: string) => quoteWithdrawalFromWire({ banktype: 1, price }).amount
    expect([amount('100'), amount('100.0'), amount('0.5')]).toEqual([usdt('100'), null, null])
  })
  it('carries note and password', () => {
    const body = { banktype: 1, price: '20', userremark: ' rent ', withdrawpsd: 'Demo123!' } as const
    expect(requestWithdrawalFromWire(body)).toEqual({
      method: 'bank',
      amount: usdt('20'),
      note: ' rent ',
      withdrawPassword: 'Demo123!',
    })
  })
})

describe('a list', () => {
  const page = { pageNum: 3, pageSize: 20, isAsc: 'asc' } as const
  it('is sorted by its time unless the id is named', () => {
    const query = { offset: 40, limit: 20, direction: 'asc' }
    expect(listWithdrawalsFromWire({ ...page, orderByColumn: 'bptime' })).toEqual({
      ...query,
      orderBy: 'created',
    })
    expect(listWithdrawalsFromWire({ ...page, orderByColumn: 'id' })).toEqual({ ...query, orderBy: 'id' })
  })

  const largest = (10n ** 23n - 1n) as WithdrawalView['amount']
  const view: WithdrawalView = {
    id: 7,
    state: 'waiting',
    createdMs: 1,
    deadlineMs: 86_400_001,
    amount: largest,
    fee: 1n as WithdrawalView['fee'],
    net: (largest - 1n) as WithdrawalView['net'],
    method: '1001',
    destination: '0x5aAe…BeAed',
    note: '',
    rejection: null,
    proof: null,
  }
  it('writes the largest and the smallest amount to the digit', () => {
    expect(withdrawalToWire(view)).toEqual({
      id: 7,
      isverified: 0,
      state: 'waiting',
      bptime: 1,
      bpbalance: '999999999999999.99999999',
      bpprice: '999999999999999.99999999',
      tax: '0.00000001',
      net: '999999999999999.99999998',
      remarks: '',
      rejection: null,
      name_en: 'ERC20',
      destination: '0x5aAe…BeAed',
      deadline: 86_400_001,
    })
  })

  it('shows a hash only once there is one, and why it was rejected', () => {
    expect(withdrawalToWire(view)).not.toHaveProperty('txhash')
    const sent = withdrawalToWire({ ...view, state: 'sent', proof: 'REF-1', method: 'bank' })
    expect(sent).toMatchObject({ isverified: 1, txhash: 'REF-1', name_en: 'Bank account' })
    const rejected = withdrawalToWire({ ...view, state: 'rejected', rejection: 'sanctions', note: 'No.' })
    expect(rejected).toMatchObject({ isverified: 2, rejection: 'sanctions', remarks: 'No.' })
    expect(withdrawalToWire({ ...view, state: 'cancelled' }).isverified).toBe(3)
  })
})

const amount = fc.bigInt({ min: 0n, max: 10n ** 23n - 1n }).map((units) => units as Usdt)
const instant = fc.integer({ min: 0, max: 2_000_000_000_000 })
const method = fc.constantFrom(...withdrawalMethods)
const textOrNull = fc.option(fc.string())

describe('from the wire, as it was sent, returns', () => {
  it('a withdrawal of a list', () => {
    const withdrawal: fc.Arbitrary<WithdrawalView> = fc.record({
      ...{ id: instant, state: fc.constantFrom(...withdrawalStates), createdMs: instant },
      ...{ deadlineMs: instant, amount, fee: amount, net: amount, method, destination: fc.string() },
      ...{ note: fc.string(), rejection: fc.option(fc.constantFrom(...withdrawalRejections)) },
      proof: textOrNull,
    })
    fc.assert(
      fc.property(fc.array(withdrawal, { maxLength: 3 }), (rows) => {
        expect(withdrawalsFromWire(rows.map(withdrawalToWire))).toEqual(rows)
      }),
    )
  })

  it('a quote: where nothing is on file, and where a pause runs', () => {
    const facts = {
      ...{ fee: amount, net: amount, min: amount, max: amount, capLeft: fc.option(amount) },
      ...{ available: amount, deadlineInMs: instant, approvals: fc.constantFrom(1, 2) },
      destination: textOrNull,
    }
    const quote: fc.Arbitrary<WithdrawalQuote> = fc
      .tuple(
        fc.record(facts),
        fc.option(method),
        fc.option(fc.record({ reason: fc.constantFrom(...pauseReasons), untilMs: instant })),
        fc.constantFrom(...pendingReasons),
      )
      .map(([rest, on, pause, pending]) => ({
        ...{ ...rest, method: on, hasDestination: on !== null, pause, reason: pause?.reason ?? pending },
      }))
    fc.assert(
      fc.property(quote, (sent) => {
        expect(withdrawalQuoteFromWire(withdrawalQuoteToWire(sent))).toEqual(sent)
      }),
    )
  })

  it('a status, and the result of a request', () => {
    const status: fc.Arbitrary<WithdrawalStatus> = fc.record({
      ...{ state: fc.constantFrom(...withdrawalStates), reasonText: textOrNull },
      ...{ reason: fc.option(fc.constantFrom(...pendingReasons)), heldUntilMs: fc.option(instant) },
      ...{ nextActor: fc.option(fc.constantFrom(...withdrawalActors)), deadlineMs: instant },
      ...{ leftMs: fc.integer(), isOverdue: fc.boolean(), approvals: fc.nat(2), approvalsNeeded: fc.nat(2) },
      ...{ rejection: fc.option(fc.constantFrom(...withdrawalRejections)), remark: textOrNull },
      ...{ proof: textOrNull, isCancellable: fc.boolean() },
    })
    const requested: fc.Arbitrary<RequestedWithdrawal> = fc.record({ id: instant, fee: amount, net: amount })
    fc.assert(
      fc.property(status, requested, (stands, made) => {
        expect(withdrawalStatusFromWire(withdrawalStatusToWire(stands))).toEqual(stands)
        expect(requestedWithdrawalFromWire(requestedWithdrawalToWire(made))).toEqual(made)
      }),
    )
  })

  it('a request and a question for a quote in whole USDT', () => {
    const whole = fc.bigInt({ min: 1n, max: 10n ** 9n }).map((count) => (count * 100_000_000n) as Usdt)
    const command = fc.record({
      ...{ method, amount: whole, note: fc.string(), withdrawPassword: fc.string({ minLength: 1 }) },
    })
    fc.assert(
      fc.property(command, (sent) => {
        const body = requestWithdrawalToWire(sent)
        const { note, ...parsed } = requestWithdrawalFromWire(body as never)
        expect({ ...parsed, note: note ?? '' }).toEqual(sent)
        const question = quoteWithdrawalToWire(sent.method, sent.amount)
        expect(quoteWithdrawalFromWire(question as never)).toEqual({
          method: sent.method,
          amount: sent.amount,
        })
      }),
    )
    expect(quoteWithdrawalToWire('1001', null)).toEqual({ banktype: 3, type: 1001, price: '0' })
  })
})

it('keeps a quote whose reason only a newer server knows', () => {
  const quote = withdrawalQuoteToWire({
    ...{ fee: usdt('0'), net: usdt('0'), min: usdt('50'), max: usdt('50000'), capLeft: null },
    ...{ available: usdt('9'), hasDestination: true, pause: null, reason: 'amount_review' },
    ...{ deadlineInMs: 1, approvals: 1, method: 'bank', destination: 'DE89…3000' },
  })
  expect(withdrawalQuoteFromWire({ ...quote, reason: 'full_moon' }).reason).toBeNull()
})

it('rejects the name of a method that does not exist', () => {
  const row = { name_en: 'Carrier pigeon' } as Parameters<typeof withdrawalsFromWire>[0][number]
  expect(() => withdrawalsFromWire([{ ...withdrawalRow(), ...row }])).toThrow(RangeError)
})

const withdrawalRow = () =>
  withdrawalToWire({
    ...{ id: 1, state: 'waiting', createdMs: 1, deadlineMs: 2, amount: usdt('50'), fee: usdt('2.5') },
    ...{ net: usdt('47.5'), method: 'bank', destination: '', note: '', rejection: null, proof: null },
  })
