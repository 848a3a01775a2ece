import { rate } from '@glasshouse/core/invest/rules'
import { price, quantity, usdt } from '@glasshouse/core/money/units'
import { send } from '@glasshouse/ui/elements.fixture'
import { describe, expect, it, vi } from 'vitest'
import { dialogOf, partsOf, textOf } from '../markup.fixture.tsx'
import { AddMember, InvitationDialog, type MemberAction, MemberActionDialog } from './members/MemberActs.tsx'
import { FailPayout } from './payouts/FailPayout.tsx'
import { DownloadEnded } from './payouts/PayoutFiles.tsx'
import { RecordPayout } from './payouts/RecordPayout.tsx'
import { CycleFields } from './products/CycleFields.tsx'
import type { CopyProduct } from './products/copyDraft.ts'
import { EditCopy } from './products/EditCopy.tsx'
import { EditInvestment } from './products/EditInvestment.tsx'
import { EditIssue } from './products/EditIssue.tsx'
import { EndLead } from './products/EndLead.tsx'
import { type CycleDraft, newCycle } from './products/investDraft.ts'
import { copyProduct as copy, interestProduct as product } from './products/products.fixture.ts'
import { Fund } from './reserves/Fund.tsx'

const noon = Date.UTC(2026, 5, 16, 11)
const ignore = () => undefined
const closes = { onClose: ignore }

type Issue = Exclude<Parameters<typeof EditIssue>[0]['issue'], 'new'>
const issue: Issue = {
  ...{ id: 7, pid: 3, symbol: 'SOLUSDT', title: 'SOL/USDT', state: 'draft', price: price('2.5') },
  ...{ number: quantity('600'), step: quantity('10'), min: quantity('10'), max: quantity('500') },
  ...{ openMs: noon, closeMs: noon + 3_600_000, finalDay: '20260627', riskSheet: 'Risk.' },
  ...{ asked: quantity('0'), applications: 0, promised: quantity('0'), reserve: quantity('590') },
  ...{ paid: usdt('0'), createdMs: 1, changedMs: 1 },
}
describe('terms of an issue', () => {
  it('begin empty, and say first what is missing', () => {
    expect(dialogOf(EditIssue, { issue: 'new', ...closes })).toMatchObject({
      ...{ title: 'Add an issue', act: 'Add', locked: 'Choose a market.', fields: { 'Last day to pay': '' } },
    })
  })
  it('of a saved draft are complete and can be saved at once', () => {
    const opened = dialogOf(EditIssue, { issue, ...closes })
    expect(opened).toMatchObject({ title: 'Issue 7, SOL/USDT', act: 'Save', locked: null })
    expect(opened).toMatchObject({ fields: { 'Last day to pay': '2026-06-27' } })
  })
  it.each(['open', 'closed', 'paying'] as const)(
    'of one that is %s offer the last day to pay alone',
    (state) => {
      const parts = partsOf(EditIssue, { issue: { ...issue, state }, ...closes })
      expect(parts.filter(({ props }) => props.draft !== undefined)).toEqual([])
      expect(parts[0]?.props.consequence).toMatch(/^The issue has opened\. Only the last day to pay can move/)
    },
  )
  it('are all offered while it is a draft, a new one with its market', () => {
    const shown = (opened: Issue | 'new') =>
      partsOf(EditIssue, { issue: opened, ...closes }).flatMap(({ props }) =>
        props.draft === undefined ? [] : [props.isNew],
      )
    expect(shown(issue)).toEqual([false, undefined])
    expect(shown('new')).toEqual([true, undefined])
  })
})

describe('terms of an investment product', () => {
  it('begin with one cycle and no name', () => {
    const opened = dialogOf(EditInvestment, { product: 'new', ...closes })
    expect(opened).toMatchObject({ title: 'Add an investment product', act: 'Add', locked: 'Enter a name.' })
  })
  it('of a saved one are complete; a raise waits for a second manager', () => {
    const opened = dialogOf(EditInvestment, { product, ...closes })
    expect(opened).toMatchObject({ title: 'Seven days', act: 'Save', locked: null })
    expect(opened).toMatchObject({ consequence: expect.stringContaining('waits for a second manager') })
  })
  it('show every cycle with its own number, percent and limits', () => {
    const cycles = product.cycles.flatMap((cycle) => [
      cycle,
      { ...cycle, id: 2, rate: rate('0.05'), days: 30 },
    ])
    const parts = partsOf(EditInvestment, { product: { ...product, cycles }, ...closes })
    const shown = parts.filter(({ type }) => type === CycleFields).map(({ props }) => props)
    expect(shown).toMatchObject([
      { number: 1, cycle: { id: 1, rate: '0.11', days: '7', min: '100', max: '1000' } },
      { number: 2, cycle: { id: 2, rate: '5', days: '30' } },
    ])
  })
})

describe('a cycle', () => {
  const fields = (cycle: CycleDraft) => {
    const [onChange, onRemove] = [vi.fn(), vi.fn()]
    const parts = partsOf(CycleFields, { number: 2, cycle, onChange, onRemove })
    const change = (label: string, text: string) =>
      send(
        parts.find(({ props }) => props.label === label),
        'onChange',
        text,
      )
    return { parts, change, onChange, onRemove }
  }
  it('changes the field that was typed into and keeps the others', () => {
    const { change, onChange } = fields(newCycle)
    for (const [label, text] of Object.entries({ Rate: '2', Days: '9', Minimum: '200', Maximum: '300' }))
      change(label, text)
    change('Interest', 'compound')
    expect(onChange.mock.calls.flat()).toEqual([
      { ...newCycle, rate: '2' },
      { ...newCycle, days: '9' },
      { ...newCycle, min: '200' },
      { ...newCycle, max: '300' },
      { ...newCycle, method: 'compound' },
    ])
  })
  it('that is saved keeps its method and its days', () => {
    const saved: CycleDraft = { ...newCycle, id: 5, method: 'compound', days: '7' }
    const { parts } = fields(saved)
    expect(parts.find(({ props }) => props.label === 'Interest')).toBeUndefined()
    expect(parts.find(({ props }) => props.label === 'Days')?.props.locked).toBe(true)
    expect(textOf(<CycleFields number={2} cycle={saved} onChange={ignore} onRemove={ignore} />)).toContain(
      'Cycle 2, compound',
    )
    expect(fields(newCycle).parts.find(({ props }) => props.label === 'Days')?.props.locked).toBe(false)
  })
  it('is removed by the button that names it', () => {
    const { parts, onRemove } = fields(newCycle)
    send(
      parts.find(({ props }) => props['aria-label'] === 'Remove cycle 2'),
      'onClick',
    )
    expect(onRemove).toHaveBeenCalledOnce()
  })
})

describe('terms of a copy product', () => {
  it('ask for the lead of a new one only', () => {
    const labels = (opened: CopyProduct | 'new') =>
      Object.keys(dialogOf(EditCopy, { product: opened, ...closes }).fields)
    expect(labels('new')).toContain('Lead')
    expect(labels(copy)).not.toContain('Lead')
    expect(labels('new').length - labels(copy).length).toBe(1)
  })
  it('open with what is saved', () => {
    expect(dialogOf(EditCopy, { product: copy, ...closes })).toMatchObject({
      ...{ title: 'Copy harbour', act: 'Save', locked: null },
      fields: {
        ...{ Name: 'Copy harbour', Period: '30', 'Smallest order': '100', 'Largest order': '5000' },
        ...{ 'Fee of the lead': '10', 'Largest leverage': '10', 'On sale': '1', Featured: '1' },
        ...{ 'Copying ends after a fall of': '50', 'Levy of leaving at once': '0.1' },
      },
    })
  })
  it('end with a remark, and say that it is final', () => {
    expect(dialogOf(EndLead, { product: copy, ...closes })).toMatchObject({
      ...{ danger: true, title: 'End the lead of Copy harbour?', locked: 'Enter a remark.' },
      ...{ consequence: expect.stringMatching(/^Final\./), fields: { Reason: 'risk', Remark: '' } },
    })
  })
})

describe('a payout', () => {
  it('is recorded only with hash and checksum', () => {
    expect(dialogOf(RecordPayout, { id: 5, uid: 10_001, ...closes })).toMatchObject({
      ...{ title: 'Withdrawal 5 of u 10001 was sent', act: 'Confirm payout', locked: 'Fill both fields.' },
      fields: { 'Hash or bank reference': '', 'Checksum of the file': '' },
    })
  })
  it('that failed begins with a reason and its sentence, so that it can be given back at once', () => {
    expect(dialogOf(FailPayout, { id: 5, uid: 10_001, ...closes })).toMatchObject({
      ...{ danger: true, act: 'Return funds', locked: null },
      fields: { Reason: 'bad_address', 'What the customer reads': expect.stringMatching(/^The address/) },
    })
  })
  it('a file is fetched again only after a warning about the lines that ended', () => {
    const file = {
      ...{ id: 7, method: '1002' as const, createdMs: noon, staffName: 'one', count: 3, sentCount: 1 },
      ...{ failedCount: 2, total: usdt('95'), checksum: 'a' },
    }
    const opened = { file, busy: false, onAct: ignore, ...closes }
    expect(dialogOf(DownloadEnded, opened)).toMatchObject({ danger: true, act: 'Download' })
    const [dialog] = partsOf(DownloadEnded, opened)
    expect(dialog?.props.consequence).toMatch(/1 of its lines are recorded as sent, 2 were given back/)
  })
})

describe('capital of a reserve', () => {
  const reserve = {
    ...{ reserve: 'interest:3' as const, asset: 'USDT', balance: '50', promised: '20', free: '30' },
  }
  it('moves only after an amount, and names reserve and unit', () => {
    const opened = dialogOf(Fund, { reserve, ...closes })
    expect(opened).toMatchObject({ title: 'Interest of product 3: put in or take out', danger: false })
    expect(opened).toMatchObject({ act: 'Deposit capital', locked: 'An amount of USDT above 0.' })
    expect(Object.keys(opened.fields)).toEqual(['Way', 'Amount', 'Why', 'Type interest:3'])
  })
  it('offers to put in first, with the unit of the reserve beside the amount', () => {
    const coins = { ...reserve, reserve: 'subscription:9' as const, asset: 'SOL' }
    const amount = partsOf(Fund, { reserve: coins, ...closes }).find(({ props }) => props.label === 'Amount')
    expect(amount?.props).toMatchObject({ unit: 'SOL', limits: 'above 0', error: false, fix: undefined })
  })
})

describe('an action on a member', () => {
  const member = {
    ...{ id: 2, email: 's@glasshouse.test', name: 'Ada', role: 'service' as 'service' | 'manager' },
    ...{ frozen: 0, totp: false, invited: false, since: noon, seen: null },
  }
  const of = (act: MemberAction, role: 'service' | 'manager' = 'service') =>
    dialogOf(MemberActionDialog, { act, member: { ...member, role }, onInvited: ignore, ...closes })
  it.each([
    ['freeze', 'Freeze: Ada', true, 'All sessions end at once'],
    ['thaw', 'Unfreeze: Ada', false, 'Signing in is open again.'],
    ['promote', 'Make manager: Ada', false, 'waits until a second manager agrees'],
    ['demote', 'Make service: Ada', false, 'power ends at once'],
    ['invite', 'Renew invitation: Ada', true, 'a new invitation is made.'],
  ] as const)('%s names member and effect', (act, title, danger, effect) => {
    expect(of(act)).toMatchObject({ title, danger, consequence: expect.stringContaining(effect) })
  })
  it.each(['thaw', 'invite'] as const)('%s of a manager says that a second one has to agree', (act) => {
    expect(of(act, 'manager')).toMatchObject({
      consequence: expect.stringContaining('once a second manager'),
    })
    expect(of(act)).not.toMatchObject({ consequence: expect.stringContaining('second manager') })
  })
  it('adds a member with the weaker role unless another is chosen', () => {
    expect(dialogOf(AddMember, { onInvited: ignore, ...closes })).toMatchObject({
      ...{ locked: 'Enter an email and a name.', fields: { Email: '', Name: '', Role: 'service' } },
      consequence: expect.stringContaining('good for 24 hours and for one use'),
    })
  })
  it('shows the link of an invitation, which copies exactly what is shown', () => {
    const writeText = vi.fn(() => Promise.resolve())
    vi.stubGlobal('window', { location: { origin: 'https://glasshouse.test' } })
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    try {
      const parts = partsOf(InvitationDialog, { secret: 'abc', ...closes })
      const link = parts.find(({ type }) => type === 'p')?.props.children
      expect(link).toBe('https://glasshouse.test/console/join#abc')
      send(
        parts.find(({ props }) => props.children === 'Copy'),
        'onClick',
      )
      expect(writeText).toHaveBeenCalledWith(link)
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
