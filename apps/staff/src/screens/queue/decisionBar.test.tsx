import { usdt } from '@glasshouse/core/money/units'
import { Button } from '@glasshouse/ui/Button'
import { send } from '@glasshouse/ui/elements.fixture'
import { describe, expect, it, vi } from 'vitest'
import { enabledButtons, markupOf, partsOf, textOf } from '../../markup.fixture.tsx'
import { reasonsOf } from '../../words/reviewReasons.ts'
import { DecisionBar } from './DecisionBar.tsx'
import type { Item } from './item.ts'
import { TextPanel } from './TextPanel.tsx'
import type { DecisionForm } from './useDecision.ts'

const item: Item = {
  ...{ kind: 'withdrawal', id: 7, uid: 10_001, username: 'ada', createdMs: 0, ageMs: 0, deadlineMs: null },
  ...{
    isOverdue: false,
    state: 'pending',
    summary: '',
    amount: usdt('100'),
    isDuplicate: null,
    approvals: 0,
    needed: 1,
    holder: null,
  },
  ...{ decidedMs: null, remark: null, reason: null, fields: [], customer: null, secrets: [], decisions: [] },
  ...{ reasons: ['bad_address'], may: { approve: true, reject: true } },
}
const reasons = reasonsOf('withdrawal', ['bad_address'])
const [inOrder, wrong] = reasons
const form = (more: Partial<DecisionForm> = {}): DecisionForm => ({
  ...{ reasons, reason: undefined, remark: '', received: '100', busy: null, problem: null },
  ...{ choose: vi.fn(), setRemark: vi.fn(), setReceived: vi.fn(), decide: vi.fn(async () => undefined) },
  ...more,
})
const bar = (change: Partial<Item>, deciding: Partial<DecisionForm> = {}) => (
  <DecisionBar item={{ ...item, ...change }} deciding={form(deciding)} />
)
/** Which of the two decisions can be made. */
const offered = (change: Partial<Item>, deciding: Partial<DecisionForm> = {}, role?: 'service') =>
  enabledButtons(bar(change, deciding), {}, role).flatMap((label) =>
    /^(Approve|Reject)/.exec(label) === null ? [] : [label.split(' ')[0]],
  )

describe('what can be decided', () => {
  it.each([
    ['nothing without a reason', {}, {}, []],
    ['to approve what is in order', {}, { reason: inOrder }, ['Approve']],
    ['to reject what is wrong, with a sentence', {}, { reason: wrong, remark: 'No.' }, ['Reject']],
    ['nothing that is wrong without a sentence', {}, { reason: wrong, remark: ' ' }, []],
    ['no item that was decided', { state: 'approved' }, { reason: inOrder }, []],
    [
      'nothing that another member holds',
      { holder: { id: 2, name: 'B', until: 1 } },
      { reason: inOrder },
      [],
    ],
    ['what I hold', { holder: { id: 1, name: 'Me', until: 1 } }, { reason: inOrder }, ['Approve']],
    ['not to approve twice', { may: { approve: false, reject: true } }, { reason: inOrder }, []],
    ['nothing that I may not decide', { may: { approve: false, reject: false } }, { reason: inOrder }, []],
    ['no deposit of nothing', { kind: 'deposit' }, { reason: inOrder, received: '0' }, []],
    ['no deposit of an unreadable amount', { kind: 'deposit' }, { reason: inOrder, received: '?x' }, []],
    ['a deposit of another amount', { kind: 'deposit' }, { reason: inOrder, received: '99' }, ['Approve']],
    ['what has no amount', { kind: 'kyc', amount: null }, { reason: inOrder, received: '' }, ['Approve']],
    ['no complaint without an answer', { kind: 'complaint' }, { reason: inOrder, remark: '' }, []],
    ['a complaint with its answer', { kind: 'complaint' }, { reason: inOrder, remark: 'Yes.' }, ['Approve']],
  ] as const)('is %s', (_what, change, deciding, buttons) => {
    expect(offered(change as Partial<Item>, deciding)).toEqual(buttons)
  })
  it('says why not: to the role service, and to a manager about an own item', () => {
    const own = { may: { approve: false, reject: false } }
    expect(textOf(bar(own))).toContain('You can’t decide your own item.')
    expect(textOf(bar(own), {}, 'service')).toContain('Only managers can decide this.')
  })
  it('names the effect of the chosen reason, or the problem of the last attempt', () => {
    expect(textOf(bar({}, { reason: inOrder }))).toContain('Approve: it may be sent.')
    expect(textOf(bar({}, { reason: wrong }))).toContain(
      'Reject: amount and fee are back in the wallet at once.',
    )
    expect(textOf(bar({ kind: 'deposit' }, { reason: inOrder, received: '1234.5' }))).toContain(
      'Approve: 1,234.50 USDT are credited to u 10001',
    )
    const failed = textOf(bar({}, { reason: inOrder, problem: 'Already decided.' }))
    expect(failed).toContain('Already decided.')
    expect(failed).not.toContain('it may be sent')
  })
  it('asks for the received amount of a deposit that is in order only', () => {
    const asks = (change: Partial<Item>, deciding: Partial<DecisionForm>) =>
      markupOf(bar(change, deciding)).includes('Received')
    expect(asks({ kind: 'deposit' }, { reason: inOrder })).toBe(true)
    expect(asks({ kind: 'deposit' }, { reason: wrong })).toBe(false)
    expect(asks({}, { reason: inOrder })).toBe(false)
  })
})

describe('a press of the bar', () => {
  const parts = (deciding: DecisionForm) => partsOf(DecisionBar, { item, deciding })
  it('decides what the button says', () => {
    const deciding = form({ reason: inOrder })
    for (const part of parts(deciding)) if (part.type === Button) send(part, 'onClick')
    expect(vi.mocked(deciding.decide).mock.calls).toEqual([['reject'], ['approve']])
  })
  it('of Enter in the sentence rejects only what can be rejected; Escape leaves the field', () => {
    const remark = (deciding: DecisionForm) => parts(deciding).find(({ type }) => type === 'input')
    const ready = form({ reason: wrong, remark: 'No.' })
    const blur = vi.fn()
    send(remark(ready), 'onKeyDown', { key: 'Enter', currentTarget: { blur } })
    send(remark(ready), 'onKeyDown', { key: 'Escape', currentTarget: { blur } })
    send(remark(ready), 'onChange', { target: { value: 'Other.' } })
    expect(vi.mocked(ready.decide).mock.calls).toEqual([['reject']])
    expect([blur.mock.calls.length, vi.mocked(ready.setRemark).mock.calls]).toEqual([1, [['Other.']]])
    const empty = form({ reason: wrong, remark: '' })
    send(remark(empty), 'onKeyDown', { key: 'Enter', currentTarget: { blur } })
    expect(empty.decide).not.toHaveBeenCalled()
  })
})

describe('a text to decide about', () => {
  it('is plain text in the direction of its script, never markup', () => {
    const text = (name: string, value: string) => ({ name, value, form: 'text' as const })
    const panel = (
      <TextPanel item={{ ...item, kind: 'speech' }} texts={[text('content', '<b>شراء</b> & sell')]} />
    )
    expect(markupOf(panel)).toContain('<p dir="auto">&lt;b&gt;شراء&lt;/b&gt; &amp; sell</p>')
    const appeal = <TextPanel item={{ ...item, kind: 'appeal' }} texts={[text('text', 'Why?')]} />
    expect(textOf(appeal)).toBe('Their appeal Why?')
  })
})
