import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Usdt } from '../../money/units.ts'
import { pendingReasons, withdrawalMethods } from '../rules.ts'
import {
  createPayoutFileToWire,
  markSentFromWire,
  markSentToWire,
  type PayoutFileText,
  type PendingReasonResult,
  payoutFilesFromWire,
  payoutFileTextFromWire,
  payoutFileTextToWire,
  payoutFileToWire,
  pendingReasonFromWire,
  pendingReasonToWire,
  sentPayoutToWire,
} from './codec.ts'

const instant = fc.integer({ min: 0, max: 2_000_000_000_000 })
const file: fc.Arbitrary<PayoutFileText> = fc.record({
  ...{ id: instant, method: fc.constantFrom(...withdrawalMethods), createdMs: instant },
  ...{
    staffName: fc.string(),
    count: fc.nat(500),
    sentCount: fc.nat(500),
    failedCount: fc.nat(500),
    checksum: fc.string(),
  },
  total: fc.bigInt({ min: 0n, max: 10n ** 23n - 1n }).map((units) => units as Usdt),
  ...{ format: fc.constantFrom('csv', 'jsonl'), text: fc.string() },
})

it('returns files from the wire as they were sent, with their text and without it', () => {
  fc.assert(
    fc.property(file, (sent) => {
      expect(payoutFileTextFromWire(payoutFileTextToWire(sent))).toEqual(sent)
      const { format: _format, text: _text, ...listed } = sent
      expect(payoutFilesFromWire([payoutFileToWire(listed)])).toEqual([listed])
    }),
  )
})

it('returns the result of a call about a reason, also where a second manager is needed', () => {
  const result: fc.Arbitrary<PendingReasonResult> = fc.record({
    reason: fc.option(fc.constantFrom(...pendingReasons)),
    reasonText: fc.option(fc.string()),
    heldUntilMs: fc.option(instant),
    needsSecondManager: fc.boolean(),
  })
  fc.assert(
    fc.property(result, (sent) => {
      expect(pendingReasonFromWire(pendingReasonToWire(sent))).toEqual(sent)
    }),
  )
})

it('has the names of the wire', () => {
  const sent = { id: 7, checksum: 'ab', proof: 'REF-1' }
  expect(markSentToWire(sent)).toEqual({ id: 7, checksum: 'ab', txhash: 'REF-1' })
  expect(markSentFromWire({ ...markSentToWire(sent), id: sent.id })).toEqual(sent)
  expect(sentPayoutToWire(sent)).toEqual({ id: 7, txhash: 'REF-1' })
  expect(createPayoutFileToWire('1002', 'csv')).toEqual({ way: '1002', format: 'csv' })
})
