import { chainStatuses } from '@glasshouse/core/deposits/chainStatus'
import { customerFlags } from '@glasshouse/core/staff/wire'
import { withdrawalRejections } from '@glasshouse/core/withdrawals/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesBetween, changeText, fieldText, pathText, requestText } from './fields.ts'
import { errorHint, reasonsOf, validateDecision } from './reviewReasons.ts'
import { worded } from './worded.ts'

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer({ min: -99, max: 99 }),
    fc.string({ maxLength: 5 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'bC', 'max_price', 'uid'), tie('value'), { maxKeys: 3 }),
  ),
})).value

describe('the difference of two values of an audit record', () => {
  it('is none of a value and itself, and never throws, whatever the values are', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(changesBetween(before, structuredClone(before))).toEqual([])
        for (const change of changesBetween(before, after)) {
          expect(change.before).not.toBe(change.after)
          expect(changeText(change)).not.toMatch(/\bundefined\b/)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('the other way round has the same fields with their values exchanged', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const key = ({ field }: { readonly field: string }) => field
        const forth = changesBetween(before, after).toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
        const back = changesBetween(after, before).toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
        expect(back).toEqual(
          forth.map(({ field, before: was, after: is }) => ({ field, before: is, after: was })),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('names exactly the field that was changed, however deep it is', () => {
    const record = { name: 'Card', limits: { min: '10', max: '500' }, options: ['100', '500'], on: true }
    const change = (after: unknown) => changesBetween(record, after).map(changeText)
    expect(change({ ...record, name: 'Bank' })).toEqual(['Name: Card → Bank'])
    expect(change({ ...record, limits: { ...record.limits, max: '900' } })).toEqual([
      'Limits › Max: 500 → 900',
    ])
    expect(change({ ...record, options: [] })).toEqual(['Options: 100, 500 → none'])
    expect(change({ ...record, on: false })).toEqual(['On: yes → no'])
    const { name: _, ...without } = record
    expect(change(without)).toEqual(['Name: Card → —'])
    expect(changesBetween(null, { uid: 5 }).map(changeText)).toEqual(['Customer: 5'])
    expect(changesBetween('500', '400').map(changeText)).toEqual(['500 → 400'])
  })
})

describe('a request for a second manager', () => {
  it('shows every field that it would change, and a setting by its label', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('uid', 'amount', 'remark', 'maxprice'), fc.nat(999)),
        (payload) => {
          const text = requestText(payload)
          for (const [name, value] of Object.entries(payload))
            expect(text).toContain(`${fieldText(name)} ${value}`)
        },
      ),
    )
    expect(requestText({ key: 'cash_max', value: '7' })).toBe('Largest withdrawal: 7')
    // With anything beside it, it is no plain setting: nothing of it may stay hidden.
    expect(requestText({ key: 'cash_max', value: '7', uid: 5 })).toBe('Key cash_max, Value 7, Customer 5')
    expect(requestText({ nested: { amount: '5' }, flag: true })).toBe('Nested {"amount":"5"}, Flag yes')
  })
})

describe('words of a key', () => {
  it('begin with a capital and have no underscores', () => {
    expect([worded('bad_address'), worded('earlyFee'), worded('x'), worded('')]).toEqual([
      ...['Bad address', 'Early fee', 'X', ''],
    ])
    expect(pathText('texts.en.maxprice')).toBe('Texts › En › Maximum')
  })
})

describe('a decision', () => {
  it('of every kind has one key per reason, 0 first, and none twice', () => {
    for (const [kind, codes] of [
      ['withdrawal', withdrawalRejections],
      ['deposit', []],
      ['complaint', []],
      ['appeal', []],
      ['kyc', ['unreadable', 'mismatch', 'expired', 'duplicate', 'underage']],
      ['speech', ['spam', 'scam', 'personalData', 'abuse', 'illegal', 'offTopic']],
      ['a new kind', ['a_new_code']],
    ] as const) {
      const reasons = reasonsOf(kind, codes)
      expect(reasons.map(({ key }) => key)).toEqual(reasons.map((_, at) => String(at)))
      expect(new Set(reasons.map(({ label }) => label)).size).toBe(reasons.length)
      expect(reasons.slice(1).map(({ code }) => code)).toEqual(
        codes.length === 0 ? reasons.slice(1).map(() => null) : [...codes],
      )
    }
  })

  it('needs a reason always, and a text for whatever the customer reads', () => {
    const reasons = reasonsOf('deposit', [])
    const remark = fc.constantFrom('', ' ', '\n', 'Text.')
    const reason = fc.constantFrom(undefined, ...reasons)
    fc.assert(
      fc.property(reason, remark, fc.boolean(), (chosen, text, isAnswered) => {
        const isWritten = text.trim() !== ''
        const approve = validateDecision('approve', chosen, text, isAnswered) === null
        const reject = validateDecision('reject', chosen, text, isAnswered) === null
        expect(approve).toBe(chosen?.key === '0' && (!isAnswered || isWritten))
        expect(reject).toBe(chosen !== undefined && chosen.key !== '0' && isWritten)
        // One reason never allows both.
        expect(approve && reject).toBe(false)
      }),
    )
  })

  it('that the server refuses is explained for every state of a chain that refuses it', () => {
    for (const state of chainStatuses)
      if (state !== 'confirmed') expect([state, errorHint(state)]).not.toEqual([state, null])
    for (const reason of ['held', 'decided', 'sameManager', 'legal_order', 'chainNotConfigured'])
      expect(errorHint(reason)).toMatch(/\.$/)
    for (const other of [undefined, null, 7, {}, 'toString', '__proto__', 'constructor'])
      expect([String(other), typeof errorHint(other) === 'string']).toEqual([String(other), false])
  })
})

it('flags that staff may set are named in words', () => {
  for (const flag of customerFlags) expect(fieldText(flag)).not.toMatch(/_/)
})
