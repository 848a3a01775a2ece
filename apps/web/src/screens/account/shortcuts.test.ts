import { expect, it } from 'vitest'
import { shortcutsOf } from './shortcuts.ts'

const beginner = { hidesIdentityCheck: false, canSendToOthers: false, hasWithdrawPassword: false }
const names = (of: Partial<typeof beginner>) => shortcutsOf({ ...beginner, ...of }).map(({ name }) => name)

it('shows the authentication until staff hide it', () => {
  expect(names({})).toContain('authentication')
  expect(names({ hidesIdentityCheck: true })).not.toContain('authentication')
})

it('shows sending to others only where staff allow it', () => {
  expect(names({ canSendToOthers: true })).toContain('send')
  expect(names({})).not.toContain('send')
})

it('leads to both kinds of destinations', () => {
  expect(names({})).toEqual(expect.arrayContaining(['bank', 'bindColdWallet']))
})

it('asks for the first withdraw password twice, for a later one with a code', () => {
  const pathOf = (hasWithdrawPassword: boolean) =>
    shortcutsOf({ ...beginner, hasWithdrawPassword }).find(({ name }) => name === 'withdrawPassword')?.path
  expect([pathOf(false), pathOf(true)]).toEqual(['/edit?type=0', '/edit?type=1'])
})
