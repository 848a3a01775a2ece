import { describe, expect, it } from 'vitest'
import { changesBetween, changeText, fieldText, requestText } from './fields.ts'

const texts = (before: unknown, after: unknown) => changesBetween(before, after).map(changeText)

describe('changes of an audit record', () => {
  it('are the fields that differ, old before new, in words', () => {
    expect(texts({ fee: '0.002', scale: 2, onsale: 1 }, { fee: '0', scale: 2, onsale: 0 })).toEqual([
      'Fee rate: 0.002 → 0',
      'On sale: 1 → 0',
    ])
  })

  it('show what was added without an arrow and what was removed with a dash', () => {
    expect(texts(null, { uid: 10001, amount: '5.00' })).toEqual(['Customer: 10001', 'Amount: 5.00'])
    expect(texts({ name: 'A' }, null)).toEqual(['Name: A → —'])
  })

  it('tell the states of reviews and AI codes in words, and instants as times', () => {
    const decided = { decision: 'reject', approvals: 1, status: 2, reason: 'scam' }
    expect(texts({ status: 0, approvals: 0 }, decided)).toEqual([
      'Status: pending → rejected',
      'Approvals: 0 → 1',
      'Decision: reject',
      'Reason: Scam',
    ])
    expect(texts({ status: 0 }, { status: 1 })).toEqual(['Status: 0 → 1'])
    const until = Date.UTC(2026, 11, 24, 18, 5, 45)
    expect(
      texts({ activecodestatus: 2, until: null }, { activecodestatus: 3, until, days: 30, other: 9 }),
    ).toEqual(['AI code: waiting → active', 'Until: 24 Dec 2026, 19:05:45', 'Days: 30', 'Other: 9'])
    expect(texts(null, { activecodestatus: 7, size: 999_999_999_999 })).toEqual([
      'AI code: 7',
      'Size: 999999999999',
    ])
  })

  it('name fields and reasons as the forms do that changed them', () => {
    const product = {
      id: 5,
      ishot: 1,
      copy: { leadfee: '10', exitlevy: '0.1' },
      cycles: [{ rete: '0.0011' }],
    }
    expect(texts(null, product)).toEqual([
      'Number: 5',
      'Featured: 1',
      'Copy › Fee of the lead: 10',
      'Copy › Levy of leaving at once: 0.1',
      'Cycles › 1 › Rate: 0.0011',
    ])
    expect(texts(null, { reason: 'name_mismatch', ids: [3] })).toEqual([
      'Reason: Other name',
      'Withdrawals: 3',
    ])
    expect(texts(null, { reason: 'asked for by phone' })).toEqual(['Reason: asked for by phone'])
  })

  it('of a single value have no field name', () => {
    expect(texts('100', '250')).toEqual(['100 → 250'])
  })

  it('are none when nothing changed, also deep inside', () => {
    expect(texts(null, null)).toEqual([])
    expect(texts({ texts: { en: 'a' } }, { texts: { en: 'a' } })).toEqual([])
    expect(texts({ days: [1, 2] }, { days: [1, 2] })).toEqual([])
  })

  it('are told by field inside nested values, never as JSON', () => {
    const before = {
      texts: { en: 'a', ru: 'c' },
      days: [1, 7],
      on: true,
      parts: [{ rate: '1' }, { rate: '2' }],
    }
    const after = { texts: { en: 'b', ru: 'c' }, days: [], on: false, parts: [{ rate: '1' }, { rate: '3' }] }
    expect(texts(before, after)).toEqual([
      'Texts › En: a → b',
      'Days: 1, 7 → none',
      'On: yes → no',
      'Parts › 2 › Rate: 2 → 3',
    ])
  })

  it('keep null apart from the text null, and zero apart from nothing', () => {
    expect(changesBetween({ n: null }, {})).toEqual([])
    expect(changesBetween({ n: 0 }, {})).toEqual([{ field: 'n', before: '0', after: null }])
  })
})

describe('a request that waits', () => {
  it('names a setting by its label', () => {
    expect(requestText({ key: 'withdraw_second_approval_above', value: '4000' })).toBe(
      'Withdrawals with two managers above: 4000',
    )
  })

  it('names the fields of other calls', () => {
    expect(requestText({ pid: 1, minnumber: 10, multiples: '2,5' })).toBe(
      'Market 1, Smallest order 10, Leverages 2,5',
    )
    expect(requestText({ key: 'a', value: '1', uid: 2 })).toBe('Key a, Value 1, Customer 2')
  })
})

it.each(['withdrawHold', 'earlyFee', 'staff_id', 'aiopen', 'minprice'])(
  'shows no raw name of the field %s',
  (name) => {
    expect(fieldText(name)).not.toMatch(/_|[a-z][A-Z]/)
    expect(fieldText(name)).not.toBe(name)
  },
)
