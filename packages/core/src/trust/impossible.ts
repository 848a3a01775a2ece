import type { Language } from '../wire/languages.ts'
import sentences from './impossible.json' with { type: 'json' }

/** Who cannot do something: any person, any staff member, a manager alone, or the holder of an API key. */
export const impossibleTo = ['anybody', 'staff', 'manager', 'apiKey'] as const

/** A test by its file and the name of its `it`, as both are written in the repository. */
export type NamedTest = { readonly file: string; readonly name: string }

/** An action that no call, setting or screen performs, and the test that attempts it. */
export type ImpossibleAction = {
  readonly id: keyof typeof sentences
  readonly who: (typeof impossibleTo)[number]
  readonly test: NamedTest
}

const server = 'apps/server/src'
const attempts = `${server}/server.prohibitions.pg.test.ts`
const everyCall = {
  file: attempts,
  name: 'who tries every call with every such field sets no price, no outcome and no balance',
}
const inDatabase = { file: attempts, name: 'does not change %s' }
const testOf = (file: string, name: string): NamedTest => ({ file: `${server}/${file}`, name })

/** Every action that is impossible, in the order of `docs/impossible.md`, which is generated from it. */
export const impossibleActions: readonly ImpossibleAction[] = [
  { id: 'price', who: 'anybody', test: everyCall },
  {
    id: 'runningTerms',
    who: 'staff',
    test: testOf(
      'contracts/service/terms.pg.test.ts',
      'an order that names the terms it was written for opens at them and at no others',
    ),
  },
  { id: 'result', who: 'anybody', test: inDatabase },
  {
    id: 'balance',
    who: 'anybody',
    test: { file: attempts, name: 'does not take entries that are not balanced' },
  },
  {
    id: 'createMoney',
    who: 'staff',
    test: testOf(
      'console/fund.pg.test.ts',
      'moves in and out of a reserve as balanced transactions, and touches no customer',
    ),
  },
  {
    id: 'grant',
    who: 'anybody',
    test: {
      file: attempts,
      name: 'sets no balance: it adds to one account what it takes from the marketing reserve, and cannot take away',
    },
  },
  { id: 'takeMoney', who: 'staff', test: everyCall },
  {
    id: 'record',
    who: 'staff',
    test: {
      file: attempts,
      name: 'have no field for a price, an outcome or a balance whose reason is not written down',
    },
  },
  { id: 'investment', who: 'staff', test: inDatabase },
  {
    id: 'unfunded',
    who: 'anybody',
    test: testOf(
      'invest/products.pg.test.ts',
      'is sold out until its reserve is funded, and shows how it is funded',
    ),
  },
  {
    id: 'collateral',
    who: 'anybody',
    test: testOf(
      'loans/loans.pg.test.ts',
      'is overdue for 72 hours at the same rate, then settled; the surplus is in the wallet at once',
    ),
  },
  {
    id: 'allotment',
    who: 'staff',
    test: testOf(
      'subscription/subscription.pg.test.ts',
      'an approved allotment follows the rule, is public, and leaves out accounts locked at the close',
    ),
  },
  {
    id: 'identity',
    who: 'anybody',
    test: testOf(
      'server.kyc.pg.test.ts',
      'stands before no close and no withdrawal, whether none was handed in or whatever staff decided',
    ),
  },
  {
    id: 'post',
    who: 'staff',
    test: testOf(
      'community/community.pg.test.ts',
      'of staff are published at once, marked and audited; staff cannot write as a customer',
    ),
  },
  {
    id: 'setting',
    who: 'staff',
    test: {
      file: 'packages/core/src/content/settings.test.ts',
      name: 'never parses a number outside its range',
    },
  },
  {
    id: 'apiKey',
    who: 'apiKey',
    test: testOf(
      'identity/apiKeys.pg.test.ts',
      'cannot send, withdraw or change the account whatever its scopes',
    ),
  },
  {
    id: 'twoManagers',
    who: 'manager',
    test: testOf(
      'staff/service/approvalRequests.pg.test.ts',
      'concurrent requests agree once per pair, and never of one manager with itself',
    ),
  },
  {
    id: 'lock',
    who: 'manager',
    test: testOf(
      'console/locks.pg.test.ts',
      'ends sessions, says why and until when, and ends by itself after exactly 72 h',
    ),
  },
  {
    id: 'lockedClose',
    who: 'staff',
    test: testOf(
      'server.locks.pg.test.ts',
      'closes a position, reads, exports and complains; resting orders are gone and stops stay',
    ),
  },
  {
    id: 'audit',
    who: 'staff',
    test: testOf(
      'staff/service/audit.pg.test.ts',
      'a change of an older record is detected by the full verification, on demand and within a day',
    ),
  },
  { id: 'report', who: 'anybody', test: inDatabase },
  {
    id: 'holdings',
    who: 'staff',
    test: testOf(
      'trust/holdings.pg.test.ts',
      'claims nothing without a proof, for another day, and of a chain that does not answer',
    ),
  },
]

/** What cannot be done and why, in a language. */
export const impossibleText = (
  id: ImpossibleAction['id'],
  language: Language,
): { readonly what: string; readonly because: string } => sentences[id][language]

/** Name of a test across files. */
export const testKey = ({ file, name }: NamedTest): string => `${file} > ${name}`

/** What a passed run of all tests leaves behind: which sources it ran, and when each named test passed. */
export type TestRecord = {
  /** Id of the sources, from `buildIdOf`. */
  readonly build: string
  /** Epoch milliseconds by `testKey`. */
  readonly passed: Readonly<Record<string, number>>
}

/** Reads a record; null when it is none. */
export const parseTestRecord = (text: string): TestRecord | null => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || !('build' in value) || !('passed' in value)) return null
  const { build, passed } = value
  if (typeof build !== 'string' || typeof passed !== 'object' || passed === null) return null
  const times = Object.entries(passed).filter((entry): entry is [string, number] =>
    Number.isSafeInteger(entry[1]),
  )
  return { build, passed: Object.fromEntries(times) }
}
