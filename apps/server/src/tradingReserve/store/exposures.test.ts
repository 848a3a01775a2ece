import type { Exposure } from '@glasshouse/core/contracts/exposure'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sentStatements, unnestedRows } from '../../platform/database/rowColumns.fixture.ts'
import { exposureColumns, updateExposures } from './exposures.ts'

const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const exposure = fc.record({
  longQuantity: units,
  longCost: units,
  shortQuantity: units,
  shortCost: units,
}) as fc.Arbitrary<Exposure>

it('differences of markets are read back from the columns, each added to the column of its name', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.nat(300), exposure), { selector: ([pid]) => pid, maxLength: 4 }),
      async (moved) => {
        const [sent] = await sentStatements((tx) =>
          updateExposures(tx, exposureColumns(new Map(moved)), null),
        )
        if (sent === undefined) throw new Error('one statement moves all')
        const expected = moved.map(([pid, by]) => ({
          pid: String(pid),
          long_quantity: String(by.longQuantity),
          long_cost: String(by.longCost),
          short_quantity: String(by.shortQuantity),
          short_cost: String(by.shortCost),
        }))
        expect(unnestedRows(sent)).toEqual([expected])
        const added = [...sent.text.matchAll(/(\w+) = e\.(\w+) \+ by\.(\w+)/g)].map(([, ...names]) => names)
        expect(added).toEqual(
          ['long_quantity', 'long_cost', 'short_quantity', 'short_cost'].map((name) => [name, name, name]),
        )
      },
    ),
  )
})
