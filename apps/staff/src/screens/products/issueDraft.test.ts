import type { StaffIssue as Issue } from '@glasshouse/core/subscription/codec'
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
  ...{ id: 7, kind: 'subscription', pid: 3, symbol: 'SOLUSDT', title: 'SOL/USDT', state: 'draft' },
  ...{ price: '2.5', number: '600', step: '10', minnumber: '10', maxnumber: '500', asked: '0' },
  ...{ opentime: Date.UTC(2026, 5, 14, 8), closetime: Date.UTC(2026, 5, 20, 17), finaltime: '20260627' },
  ...{
    risksheet: 'Risk.',
    applications: 0,
    promised: '0',
    reserve: '590',
    paid: '0',
    createtime: 1,
    changed: 1,
  },
}

it('reads and writes minutes of the calendar at UTC+1', () => {
  expect(minuteText(issue.opentime)).toBe('2026-06-14T09:00')
  expect(minuteOf('2026-06-14T09:00')).toBe(issue.opentime)
  for (const text of ['', '2026-06-14', '2026-13-14T09:00', 'x']) expect(minuteOf(text)).toBeNull()
})

it('sends every field of a draft as it was read, and only the last day of an issue that opened', () => {
  const draft = draftOfIssue(issue)
  expect(issueProblem(draft)).toBeNull()
  expect(issueRequest(null, draft)).toMatchObject({ pid: 3, number: 600, finaltime: '20260627' })
  expect(issueRequest(issue, draft)).toMatchObject({
    ...{ id: 7, price: '2.5', step: 10, minnumber: 10, maxnumber: 500, risksheet: 'Risk.' },
    ...{ opentime: issue.opentime, closetime: issue.closetime },
  })
  const opened = { ...issue, state: 'paying' as const }
  expect(issueRequest(opened, { ...draft, finaltime: '2026-06-30', price: '3' })).toEqual({
    ...{ kind: 'subscription', id: 7, finaltime: '20260630' },
  })
})

it('names the first field that stops a draft', () => {
  const draft = draftOfIssue(issue)
  expect(issueProblem(emptyIssue)).toBe('Choose a market.')
  expect(issueProblem({ ...draft, price: '0' })).toBe('Enter the issue price.')
  expect(issueProblem({ ...draft, maxnumber: '10.5' })).toBe(
    'Largest application is a whole number of coins.',
  )
  expect(issueProblem({ ...draft, closetime: draft.opentime })).toBe('Applications close after they open.')
  expect(issueProblem({ ...draft, risksheet: ' ' })).toBe('Write the risk sheet.')
})

it('says what a draft waits for', () => {
  expect(issueState(issue)).toBe('draft, needs its coins')
  expect(issueState({ ...issue, reserve: '600' })).toBe('draft, funded')
  expect(issueState({ ...issue, state: 'closed' })).toBe('allotting')
})
