import { expect, it } from 'vitest'
import { subjectIssue } from './commitSubject.ts'

it.each([
  'ledger: post in three round trips\n\nWhy.',
  'http, push: close sockets on shutdown',
  'Merge branch main',
  `web: ${'x'.repeat(67)}`,
])('accepts %j', (message) => {
  expect(subjectIssue(message)).toBeNull()
})

it.each([
  ['Fix the ledger', 'area'],
  ['ledger:', 'area'],
  ['', 'area'],
  ['ledger: post once.', 'full stop'],
  [`web: ${'x'.repeat(68)}`, '72'],
])('rejects %j', (message, part) => {
  expect(subjectIssue(message)).toContain(part)
})
