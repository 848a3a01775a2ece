import type { JournalLine } from '@glasshouse/core/ledger/codec'
import { usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupLines } from './groups.ts'

const line = (id: number, kind: string, causeId: number, amount: string, asset = 'USDT'): JournalLine => ({
  ...{ id, asset, type: 1, typeName: 'x', amount: usdt(amount), balance: usdt('0'), atMs: id },
  cause: { kind, id: causeId, name: 'x' },
  ...{ wallet: 'wallet', apiKeyId: null, otherPhone: null },
})

it('puts the lines of an order together with their sum, at the place of the newest', () => {
  const groups = groupLines([
    line(9, 'contractClosed', 4, '-1.5'),
    line(8, 'walletTransfer', 4, '7'),
    line(7, 'contractOpened', 4, '-0.25'),
    line(6, 'optionPlaced', 4, '-10'),
  ])
  expect(groups.map(({ lines, sum }) => [lines.map(({ id }) => id), sum])).toEqual([
    [[9, 7], usdt('-1.75')],
    [[8], null],
    [[6], null],
  ])
  expect(groups.map(({ cause }) => cause)).toEqual([{ kind: 'contract', id: 4 }, null, null])
})

it('sums the amounts of an order as its lines show them', () => {
  const [group] = groupLines([
    line(9, 'contractOpened', 4, '-0.98765'),
    line(8, 'contractOpened', 4, '-197.55105'),
    line(7, 'contractOpened', 4, '3.00009', 'BTC'),
  ])
  expect(group?.sum).toBe(usdt('-198.5388'))
  const [gain] = groupLines([
    line(9, 'contractClosed', 4, '0.00019'),
    line(8, 'contractClosed', 4, '0.00019'),
  ])
  expect(gain?.sum).toBe(usdt('0.0002'))
})

it('shows every line once, whatever belongs together', () => {
  const kinds = fc.constantFrom(
    'contractOpened',
    'contractClosed',
    'optionSettled',
    'deposit',
    'walletTransfer',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(kinds, fc.integer({ min: 1, max: 3 }))), (causes) => {
      const lines = causes.map(([kind, id], at) => line(100 - at, kind, id, '1'))
      const groups = groupLines(lines)
      expect(groups.flatMap(({ lines: of }) => of).toSorted((a, b) => b.id - a.id)).toEqual(lines)
      const newest = groups.map(({ lines: [first] }) => first?.id ?? 0)
      expect(newest).toEqual(newest.toSorted((a, b) => b - a))
    }),
  )
})
