import { hourMs } from '@glasshouse/core/calendar/durations'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listDestinationChanges } from '../store.ts'
import {
  cooldownUntil,
  decryptDestination,
  findDestination,
  saveBankDetails,
  saveWalletAddress,
  saveWithdrawalAddress,
} from './destinations.ts'

// A model of what is on file, which shares no rule with the module: last value per place, and the time of the last address.

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

const trons = ['TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'] as const
const evms = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
] as const
type Network = '1001' | '1002'
const addressOf = (network: Network, which: number): string =>
  (network === '1001' ? evms : trons)[which] ?? ''

const network = fc.constantFrom<Network>('1001', '1002')
const which = fc.constantFrom(0, 1)
const step = fc.oneof(
  fc.record({ kind: fc.constant('cold' as const), network, which }),
  fc.record({
    kind: fc.constant('wallet' as const),
    network: fc.option(network),
    which,
  }),
  fc.record({ kind: fc.constant('bank' as const), which }),
  fc.record({ kind: fc.constant('hours' as const), hours: fc.integer({ min: 1, max: 23 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Model = {
  cold: Partial<Record<Network, string>>
  wallet: { network: Network | null; text: string } | null
  bank: string | null
  lastAddressMs: number | null
  changes: number
}

/** What a step asks for, by the model: where it is kept, and whether it changes anything. */
const apply = (model: Model, one: Exclude<Step, { kind: 'hours' }>, nowMs: number): boolean => {
  if (one.kind === 'bank') {
    const isNew = model.bank !== String(one.which)
    model.bank = String(one.which)
    return isNew
  }
  const text = one.network === null ? `other${one.which}` : addressOf(one.network, one.which)
  const isNew = one.kind === 'cold' ? model.cold[one.network] !== text : model.wallet?.text !== text
  if (!isNew) return false
  if (one.kind === 'cold') model.cold[one.network] = text
  else model.wallet = { network: one.network, text }
  model.lastAddressMs = nowMs
  return true
}

const request = (uid: number, one: Exclude<Step, { kind: 'hours' }>): Promise<void> => {
  const by = { uid, ip: '' }
  if (one.kind === 'bank')
    return saveBankDetails(platform, by, { holder: 'Ada Example', accountNumber: `1234567${one.which}` })
  if (one.kind === 'cold')
    return saveWithdrawalAddress(platform, by, {
      network: one.network,
      address: addressOf(one.network, one.which),
    })
  const currency = one.network === null ? 'BTC' : one.network === '1001' ? 'USDT(ERC20)' : 'USDT(TRC20)'
  const address = one.network === null ? `other${one.which}` : addressOf(one.network, one.which)
  return saveWalletAddress(platform, by, { currency, address })
}

it('keeps what was saved last and pauses after it, as a model of its own says, in any order of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { db } = platform.database
      const { uid } = await newCustomer(platform)
      const model: Model = { cold: {}, wallet: null, bank: null, lastAddressMs: null, changes: 0 }
      for (const one of steps) {
        if (one.kind === 'hours') {
          platform.clock.advance(one.hours * hourMs)
          continue
        }
        const nowMs = platform.clock.business()
        if (apply(model, one, nowMs)) {
          await request(uid, one)
          model.changes += 1
        } else
          expect(await expectDomainError(request(uid, one))).toEqual({
            code: 'invalidState',
            data: { reason: 'unchanged' },
          })
        for (const place of ['1001', '1002'] as const) {
          const standIn = model.wallet?.network === place ? model.wallet.text : null
          const expected = model.cold[place] ?? standIn
          expect(await decryptDestination(platform.secrets, db, uid, place)).toBe(expected)
          expect((await findDestination(db, uid, place)) === null).toBe(expected === null)
        }
        const untilMs = model.lastAddressMs === null ? null : model.lastAddressMs + 24 * hourMs
        expect(await cooldownUntil(db, uid, nowMs)).toBe(untilMs !== null && untilMs > nowMs ? untilMs : null)
      }
      expect(await listDestinationChanges(db, uid)).toHaveLength(model.changes)
    }),
    { numRuns: 12 },
  )
})
