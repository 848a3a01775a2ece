import { usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import {
  approvalEffect,
  decisionBlockReason,
  fieldValue,
  type Item,
  picturesOf,
  rejectionEffect,
  submittedFields,
  textsOf,
} from './item.ts'

const item: Item = {
  kind: 'deposit',
  id: 1,
  uid: 10_001,
  username: 'x',
  createdMs: 0,
  ageMs: 0,
  deadlineMs: null,
  isOverdue: false,
  state: 'pending',
  summary: 's',
  amount: usdt('100'),
  approvals: 0,
  needed: 1,
  holder: null,
  decidedMs: null,
  remark: null,
  reason: null,
  isDuplicate: null,
  fields: [
    { name: 'network', value: 'TRC20', form: 'text' },
    { name: 'finding', value: 'unseen', form: 'text' },
  ],
  customer: null,
  secrets: [{ name: 'screenshot', value: '/api/uploads/x', form: 'picture' }],
  decisions: [],
  reasons: [],
  may: { approve: true, reject: true },
}

it('splits an item into pictures, submitted fields and checks', () => {
  expect(picturesOf(item).map(({ name }) => name)).toEqual(['screenshot'])
  expect(submittedFields(item).map(({ name }) => name)).toEqual(['network'])
  expect([fieldValue(item, 'finding'), fieldValue(item, 'none')]).toEqual(['unseen', null])
})

it('reads what is decided by its words from the outermost text down, and lists the rest beside it', () => {
  const text = (name: string) => ({ name, value: name, form: 'text' as const })
  const secrets = [text('text'), text('content'), text('underSpeech')]
  const appeal = { ...item, kind: 'appeal' as const, fields: [text('rejectedAs')], secrets }
  expect(textsOf(appeal).map(({ name }) => name)).toEqual(['underSpeech', 'content', 'text'])
  expect(submittedFields(appeal).map(({ name }) => name)).toEqual(['rejectedAs'])
  // Of a lead the text is one figure among others.
  const lead = { ...appeal, kind: 'lead' as const }
  expect(textsOf(lead)).toEqual([])
  expect(submittedFields(lead)).toHaveLength(4)
})

it('returns why an item cannot be decided', () => {
  const none = { approve: false, reject: false }
  const holder = { id: 2, name: 'Staff 02', untilMs: 0 }
  expect(decisionBlockReason(item, 1, 'manager')).toBeNull()
  expect(decisionBlockReason({ ...item, state: 'rejected' }, 1, 'manager')).toContain('rejected')
  expect(decisionBlockReason({ ...item, holder, may: none }, 1, 'manager')).toBe('Staff 02 holds it.')
  expect(decisionBlockReason({ ...item, holder }, 2, 'manager')).toBeNull()
  expect(decisionBlockReason({ ...item, may: none }, 1, 'service')).toContain('managers')
  expect(decisionBlockReason({ ...item, may: none }, 1, 'manager')).toContain('own')
})

it('describes the effect of a decision', () => {
  expect(approvalEffect(item, '90.00')).toContain('90.00 USDT are credited to u 10001')
  const issue = { ...item, kind: 'subscription' as const, uid: null }
  expect(approvalEffect(issue, '')).toContain('No one chooses')
  expect(rejectionEffect(issue)).toContain('the issue is cancelled')
  expect(approvalEffect({ ...issue, kind: 'loan' }, '')).toContain('for no customer')
  expect(approvalEffect({ ...item, kind: 'withdrawal', needed: 2 }, '')).toContain('second manager')
  expect(approvalEffect({ ...item, kind: 'withdrawal', needed: 2, approvals: 1 }, '')).toContain(
    'may be sent',
  )
  expect(rejectionEffect({ ...item, kind: 'withdrawal' })).toContain('back in the wallet')
  expect(rejectionEffect(item)).toContain('nothing is credited')
})
