import { expect, it } from 'vitest'
import { shortcutsOf } from './shortcuts.ts'

const beginner = { kycswitch: 0, transferswitch: 1, withdrawpsd: 0 }
const names = (of: Partial<typeof beginner>) => shortcutsOf({ ...beginner, ...of }).map(({ name }) => name)

it('shows the authentication until its switch is 1', () => {
  expect(names({})).toContain('authentication')
  expect(names({ kycswitch: 2 })).toContain('authentication')
  expect(names({ kycswitch: 1 })).not.toContain('authentication')
})

it('shows sending to others only with its switch at 2', () => {
  expect(names({ transferswitch: 2 })).toContain('send')
  for (const transferswitch of [0, 1]) expect(names({ transferswitch })).not.toContain('send')
})

it('leads to both kinds of destinations', () => {
  expect(names({})).toEqual(expect.arrayContaining(['bank', 'bindColdWallet']))
})

it('asks for the first withdraw password twice, for a later one with a code', () => {
  const pathOf = (withdrawpsd: number) =>
    shortcutsOf({ ...beginner, withdrawpsd }).find(({ name }) => name === 'withdrawPassword')?.path
  expect([pathOf(0), pathOf(1)]).toEqual(['/edit?type=0', '/edit?type=1'])
})
