import { price, quantity, usdt } from '@glasshouse/core/money/units'
import type { StaffIssue as Issue } from '@glasshouse/core/subscription/staff/codec'
import { expect, it } from 'vitest'
import {
  draftOfIssue,
  emptyIssue,
  issueProblem,
  issueRequest,
  issueState,
  minuteOf,
  minuteText,
} from './issueDraft.ts'

const issue: Issue = {
  ...{ id: 7, pid: 3, symbol: 'SOLUSDT', title: 'SOL/USDT', state: 'draft', price: price('2.5') },
  ...{ number: quantity('600'), step: quantity('10'), min: quantity('10'), max: quantity('500') },
  ...{ openMs: Date.UTC(2026, 5, 14, 8), closeMs: Date.UTC(2026, 5, 20, 17), finalDay: '20260627' },
  ...{ riskSheet: 'Risk.', asked: quantity('0'), applications: 0, promised: quantity('0') },
  ...{ reserve: quantity('590'), paid: usdt('0'), createdMs: 1, changedMs: 1 },
}

it('reads and writes minutes of the calendar at UTC+1', () => {
  expect(minuteText(issue.openMs)).toBe('2026-06-14T09:00')
  expect(minuteOf('2026-06-14T09:00')).toBe(issue.openMs)
  for (const text of ['', '2026-06-14', '2026-13-14T09:00', 'x']) expect(minuteOf(text)).toBeNull()
})

it('sends every field of a draft as it was read, and only the last day of an issue that opened', () => {
  const draft = draftOfIssue(issue)
  expect(issueProblem(draft)).toBeNull()
  expect(issueRequest(null, draft)).toMatchObject({ pid: 3, number: 600, finaltime: '20260627' })
  expect(issueRequest(issue, draft)).toMatchObject({
    ...{ id: 7, price: '2.5', step: 10, minnumber: 10, maxnumber: 500, risksheet: 'Risk.' },
    ...{ opentime: issue.openMs, closetime: issue.closeMs },
  })
  const opened = { ...issue, state: 'paying' as const }
  expect(issueRequest(opened, { ...draft, finalDay: '2026-06-30', price: '3' })).toEqual({
    ...{ kind: 'subscription', id: 7, finaltime: '20260630' },
  })
})

it('names the first field that stops a draft', () => {
  const draft = draftOfIssue(issue)
  expect(issueProblem(emptyIssue)).toBe('Choose a market.')
  expect(issueProblem({ ...draft, price: '0' })).toBe('Enter the issue price.')
  expect(issueProblem({ ...draft, max: '10.5' })).toBe('Largest application is a whole number of coins.')
  expect(issueProblem({ ...draft, closes: draft.opens })).toBe('Applications close after they open.')
  expect(issueProblem({ ...draft, riskSheet: ' ' })).toBe('Write the risk sheet.')
})

it('says what a draft waits for', () => {
  expect(issueState(issue)).toBe('draft, needs its coins')
  expect(issueState({ ...issue, reserve: quantity('600') })).toBe('draft, funded')
  expect(issueState({ ...issue, state: 'closed' })).toBe('allotting')
})
