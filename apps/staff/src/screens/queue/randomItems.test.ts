import { usdt } from '@glasshouse/core/money/units'
import { reviewKinds } from '@glasshouse/core/reviews/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  approvalEffect,
  decisionBlockReason,
  fieldValue,
  type Item,
  ownerText,
  picturesOf,
  rejectionEffect,
  submittedFields,
  textsOf,
} from './item.ts'
import { timelineOf } from './timeline.ts'

const field = fc.record({
  name: fc.constantFrom(
    'network',
    'finding',
    'confirmations',
    'content',
    'text',
    'underSpeech',
    'amount',
    'front',
  ),
  value: fc.string({ maxLength: 6 }),
  form: fc.constantFrom('text' as const, 'picture' as const, 'amount' as const, 'hash' as const),
})
const anyItem: fc.Arbitrary<Item> = fc
  .record({
    kind: fc.constantFrom(...reviewKinds),
    state: fc.constantFrom('pending' as const, 'approved' as const, 'rejected' as const),
    uid: fc.option(fc.integer({ min: 10_000, max: 10_009 })),
    approvals: fc.nat(2),
    needed: fc.integer({ min: 1, max: 2 }),
    holder: fc.option(fc.integer({ min: 1, max: 3 })),
    fields: fc.uniqueArray(field, { selector: ({ name }) => name, maxLength: 5 }),
    approve: fc.boolean(),
    reject: fc.boolean(),
  })
  .map(
    ({ holder, approve, reject, ...item }) =>
      ({
        ...item,
        ...{
          id: 7,
          username: 'ada',
          createdMs: 0,
          ageMs: 0,
          deadlineMs: null,
          isOverdue: false,
          summary: '',
        },
        ...{
          amount: usdt('5'),
          isDuplicate: null,
          decidedMs: null,
          remark: null,
          reason: null,
          customer: null,
          secrets: [],
          decisions: [],
        },
        ...{ reasons: [], may: { approve, reject } },
        holder: holder === null ? null : { id: holder, name: `Staff ${holder}`, untilMs: 0 },
      }) as Item,
  )

describe('the fields of an item', () => {
  it('are each shown in exactly one place: as a picture, a text, a check, or among what was asked for', () => {
    fc.assert(
      fc.property(anyItem, (item) => {
        const shown = [...picturesOf(item), ...textsOf(item), ...submittedFields(item)]
        const checks = item.fields.filter(({ name }) => ['finding', 'confirmations'].includes(name))
        const isCheck = (one: (typeof item.fields)[number]) => checks.includes(one) && one.form !== 'picture'
        for (const one of item.fields) {
          const places = shown.filter((other) => other === one).length
          expect(places).toBe(
            isCheck(one) ? 0 : picturesOf(item).includes(one) && textsOf(item).includes(one) ? 2 : 1,
          )
          expect(fieldValue(item, one.name)).toBe(one.value)
        }
        expect(fieldValue(item, 'no such field')).toBeNull()
      }),
    )
  })
})

describe('a decision', () => {
  it('is blocked by what is decided, held by another or not permitted, in this order', () => {
    fc.assert(
      fc.property(
        anyItem,
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('manager', 'service'),
        (item, me, role) => {
          const reason = decisionBlockReason(item, me, role)
          const { state } = item
          if (state !== 'pending') expect(reason).toBe(`It is ${state}.`)
          else if (item.holder !== null && item.holder.id !== me)
            expect(reason).toBe(`Staff ${item.holder.id} holds it.`)
          else if (item.may.approve || item.may.reject) expect(reason).toBeNull()
          else expect(reason).toMatch(role === 'manager' ? /own item/ : /Only managers/)
        },
      ),
    )
  })

  it('says its effect in one or two sentences for every kind, and a first of two approvals says so', () => {
    fc.assert(
      fc.property(anyItem, (item) => {
        const [approval, rejection] = [approvalEffect(item, '1,234.50'), rejectionEffect(item)]
        expect(approval).toMatch(/^Approve: .+\.$/)
        expect(rejection).toMatch(/^Reject: .+[.:]$/)
        expect(/second manager/.test(approval)).toBe(item.needed - item.approvals > 1)
        if (item.kind === 'deposit' && item.needed - item.approvals <= 1)
          expect(approval).toContain('1,234.50 USDT')
        for (const text of [approval, rejection]) expect(text).not.toMatch(/undefined|null|NaN/)
      }),
    )
    expect([ownerText({ uid: null }), ownerText({ uid: 5 })]).toEqual(['no customer', 'u 5'])
  })
})

describe('the history of an item', () => {
  const record = fc.record({
    action: fc.constantFrom(
      'reviewItem',
      'reviewDecide',
      'reviewTake',
      'auditLog',
      'pictureView',
      'aNewAction',
    ),
    staffId: fc.option(fc.integer({ min: 1, max: 2 })),
    after: fc.constantFrom(
      null,
      5,
      'x',
      [],
      { decision: 'reject', remark: 'No.' },
      { decision: 'approve' },
      { remark: 7 },
    ),
  })
  it('has every deed once and repeated reads counted, newest first, and never throws', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), (records) => {
        const rows = records.map(({ action, staffId, after }, at) => ({
          ...{ id: 100 - at, n: 100 - at, hash: '', atMs: 1000 - at, staffId, action, target: 'deposit 1' },
          ...{
            staff: staffId === null ? null : `Staff ${staffId}`,
            before: null,
            after,
            ip: '',
            userAgent: '',
          },
        }))
        const steps = timelineOf(rows, 1)
        const shown = rows.filter(({ action }) => action !== 'auditLog')
        // Runs of reads by one person are one step.
        let expected = 0
        let last = ''
        for (const { action, staffId } of shown) {
          const key = action === 'reviewItem' ? `read by ${staffId}` : ''
          if (key === '' || key !== last) expected += 1
          last = key
        }
        expect(steps).toHaveLength(expected)
        const reads = steps.reduce((sum, { title, note }) => {
          if (!title.endsWith('opened it')) return sum
          return sum + (note === null ? 1 : Number.parseInt(note, 10) || 1)
        }, 0)
        expect(reads).toBe(shown.filter(({ action }) => action === 'reviewItem').length)
        expect(steps.map(({ atMs }) => atMs)).toEqual(steps.map(({ atMs }) => atMs).toSorted((a, b) => b - a))
        for (const { title } of steps) expect(title).not.toMatch(/undefined|null|\[object/)
      }),
    )
  })
})
