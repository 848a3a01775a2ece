import { customer } from '@glasshouse/core/ledger/chart'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { HDKey } from '@scure/bip32'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import type { ReviewKind } from '../../reviews/index.ts'
import { type Chain, type ChainLookup, transferNotSeen } from '../chains/chain.ts'
import { depositInvariants } from '../store/invariants.ts'
import { findOwnedTransfer, findTransfer } from '../store/transfers.ts'
import { type ChainStatusDeps, checkDueTransfers, checkTransferNow } from './chainStatus.ts'
import { depositReviews } from './depositReview.ts'
import { reportTransfer } from './onchain.ts'

// A chain that says what the test wants, so that every order of its answers can be tried without a node.

type Logged = {
  readonly level: 'warn' | 'error'
  readonly fields: Record<string, unknown>
  readonly text: string
}
let platform: TestPlatform & ChainStatusDeps
let reviews: ReviewKind
let says: ChainLookup | Error | Promise<ChainLookup>
let asked: string[] = []
const logged: Logged[] = []
const needed = 12
const staff: StaffIdentity = { id: 1, sessionId: 1, email: 's@glasshouse.test', name: 'S', role: 'service' }

const chain: Chain = {
  network: 1001,
  needed,
  look: async (hash) => {
    asked.push(hash)
    const answer = await says
    if (answer instanceof Error) throw answer
    return answer
  },
  balances: () => Promise.reject(new Error('not asked here')),
}
const arrived = (amount: string, confirmations: number): ChainLookup => ({
  finding: confirmations >= needed ? 'confirmed' : 'pending',
  arrived: usdt(amount),
  sender: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  senders: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  confirmations,
  block: 100,
})

beforeAll(async () => {
  const practice = testPlatform(await cloneDatabase(8))
  const settings = {
    ...practice.settings,
    MODE: 'live' as const,
    EVM_RPC_URL: 'http://127.0.0.1:9',
    EVM_TOKEN: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    EVM_CONFIRMATIONS: needed,
    EVM_XPUB: HDKey.fromMasterSeed(new Uint8Array(32).fill(6)).publicExtendedKey,
  }
  const note = (level: Logged['level']) => (fields: Record<string, unknown>, text: string) =>
    void logged.push({ level, fields, text })
  const log = { ...practice.log, warn: note('warn'), error: note('error') } as unknown as TestPlatform['log']
  platform = { ...practice, settings, log, chains: new Map([[1001, chain]]) }
  reviews = depositReviews(platform)
})
afterAll(() => platform.database.drop())
beforeEach(() => {
  logged.length = 0
  asked = []
})

let reports = 0
const report = async () => {
  const { uid } = await newCustomer(platform)
  reports += 1
  const hash = `0x${reports.toString(16).padStart(64, '0')}`
  const { id } = await reportTransfer(platform, uid, { network: 1001, amount: usdt('100'), hash }, 'en')
  return { uid, id, hash }
}
/** Looks at one transfer now, whatever is due. */
const look = async (id: number, answer: typeof says) => {
  says = answer
  const transfer = await findOwnedTransfer(platform.database.db, id)
  if (transfer === undefined) throw new Error('no transfer')
  return checkTransferNow(platform, transfer)
}
const row = async (id: number) => {
  const found = await findTransfer(platform.database.db, id)
  if (found === undefined) throw new Error('no transfer')
  return found
}
/** Time until the next lookup; null where there is none. */
const dueIn = async (id: number) => {
  const { due_ms } = await row(id)
  return due_ms === null ? null : due_ms - platform.clock.now()
}
const decide = (id: number, decision: 'approve' | 'reject') =>
  transact(platform.database.db, async (tx) => {
    const item = await reviews.lock(tx, id)
    if (item === null || item.state !== 'pending') throw new Error('decided')
    await reviews.decide(tx, id, { decision, staff, remark: 'x', reason: null, amount: null })
  })
const walletOf = async (uid: number): Promise<Usdt> =>
  ((await getBalances(platform.database.db, [customer(uid, 'wallet')]))[0] ?? 0n) as Usdt

it('a transfer that a reorganisation drops cannot be approved until it is deep again', async () => {
  const { uid, id } = await report()
  await look(id, arrived('99.5', needed))
  expect(await row(id)).toMatchObject({ finding: 'confirmed', arrived: usdt('99.5') })
  // Dropped, then mined again in a later block with another amount: only the last answer counts.
  await look(id, transferNotSeen)
  expect(await row(id)).toMatchObject({ finding: 'unseen', arrived: null, confirmations: 0 })
  expect((await expectDomainError(decide(id, 'approve'))).data).toEqual({ reason: 'unseen' })
  await look(id, { ...arrived('98', needed - 1), block: 101 })
  expect((await expectDomainError(decide(id, 'approve'))).data).toEqual({ reason: 'pending' })
  await look(id, { ...arrived('98', needed), block: 101 })
  await decide(id, 'approve')
  expect(await walletOf(uid)).toBe(usdt('98'))
  expect(logged).toEqual([])
})

it('a transfer dropped after its credit is reported, and what was credited stays', async () => {
  const { uid, id } = await report()
  await look(id, arrived('100', needed))
  await decide(id, 'approve')
  await look(id, transferNotSeen)
  expect(logged).toEqual([
    {
      level: 'error',
      fields: { deposit: id, finding: 'unseen' },
      text: 'credited deposit missing from chain',
    },
  ])
  expect(await walletOf(uid)).toBe(usdt('100'))
  // A node that lags has it, with fewer confirmations: nothing is missing.
  await look(id, arrived('100', needed - 1))
  expect(logged).toHaveLength(1)
  // Every lookup says it again while it lasts; a chain that has it again is silent.
  await look(id, { ...transferNotSeen, finding: 'reverted' })
  expect(logged).toHaveLength(2)
  await look(id, arrived('100', needed))
  expect(logged).toHaveLength(2)
})

it('an answer that arrives after a newer one changes nothing', async () => {
  const { id } = await report()
  let release: (answer: ChainLookup) => void = () => undefined
  const slow = look(
    id,
    new Promise<ChainLookup>((resolve) => {
      release = resolve
    }),
  )
  await expect.poll(() => asked.length).toBe(1)
  platform.clock.tick(1000)
  await look(id, transferNotSeen)
  release(arrived('100', needed))
  await slow
  expect(await row(id)).toMatchObject({ finding: 'unseen', arrived: null })
})

it('is looked up soon while it gets deeper, rarely once it is decided, and no more at three times its depth', async () => {
  const { id } = await report()
  await look(id, transferNotSeen)
  expect(await dueIn(id)).toBe(60_000)
  await look(id, arrived('100', needed - 1))
  expect(await dueIn(id)).toBe(10_000)
  await look(id, arrived('100', needed))
  expect(await dueIn(id)).toBe(60_000)
  await decide(id, 'approve')
  await look(id, arrived('100', 3 * needed - 1))
  expect(await dueIn(id)).toBe(600_000)
  await look(id, arrived('100', 3 * needed))
  expect(await dueIn(id)).toBeNull()
})

it.each(['reverted', 'wrongToken', 'wrongRecipient'] as const)(
  'one that is %s is looked up seldom once it is deep, and not decided',
  async (finding) => {
    const { id } = await report()
    const at = (confirmations: number) => ({ ...transferNotSeen, finding, confirmations, block: 100 })
    await look(id, at(needed - 1))
    expect(await dueIn(id)).toBe(10_000)
    await look(id, at(needed))
    expect(await dueIn(id)).toBe(30 * 60_000)
  },
)

it('a hash that was never seen is looked up less often the older it is', async () => {
  const { id } = await report()
  let age = 0
  for (const [minutes, due] of [
    [0, 1],
    [10, 1],
    [20, 2],
    [270, 27],
    [310, 30],
    [6000, 30],
  ] as const) {
    platform.clock.tick((minutes - age) * 60_000)
    age = minutes
    await look(id, transferNotSeen)
    expect(await dueIn(id), `${minutes} min`).toBe(due * 60_000)
  }
})

it('a hash that was never seen is given up after a week, one that a chain knows is not', async () => {
  const { id } = await report()
  platform.clock.tick(7 * 86_400_000)
  await look(id, transferNotSeen)
  expect(await dueIn(id)).toBe(30 * 60_000)
  platform.clock.tick(1)
  await look(id, arrived('100', 1))
  expect(await dueIn(id)).toBe(10_000)
  await look(id, transferNotSeen)
  expect(await dueIn(id)).toBeNull()
})

it('an unreachable node is asked again after 2 s, 4 s, 8 s, up to ten minutes, and nothing is guessed', async () => {
  // Nothing else is due: what earlier cases left is decided now.
  platform.clock.tick(3_600_000)
  says = transferNotSeen
  while ((await checkDueTransfers(platform)).tried > 0);
  const { id, hash } = await report()
  says = new Error('the node cannot be reached')
  const waits: (number | null)[] = []
  for (let tries = 0; tries < 11; tries += 1) {
    asked = []
    expect(await checkDueTransfers(platform)).toMatchObject({ tried: expect.any(Number) })
    expect(asked).toContain(hash)
    waits.push(await dueIn(id))
    platform.clock.tick((await dueIn(id)) ?? 0)
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600].map((seconds) => seconds * 1000))
  expect(await row(id)).toMatchObject({ finding: 'unchecked', arrived: null, tries: 11 })
  expect((await expectDomainError(decide(id, 'approve'))).data).toEqual({ reason: 'unchecked' })
  // The first answer resets the waiting.
  says = arrived('100', 1)
  await checkDueTransfers(platform)
  expect(await row(id)).toMatchObject({ finding: 'pending', tries: 0 })
})

it('a rejected report releases its hash and is never credited, whatever its chain says afterwards', async () => {
  const { uid, id, hash } = await report()
  await look(id, { ...transferNotSeen, finding: 'wrongRecipient' })
  await decide(id, 'reject')
  await look(id, arrived('100', needed))
  expect(await walletOf(uid)).toBe(0n)
  await expect(decide(id, 'approve')).rejects.toThrow('decided')
  const again = await reportTransfer(platform, uid, { network: 1001, amount: usdt('100'), hash }, 'en')
  await look(again.id, arrived('100', needed))
  await decide(again.id, 'approve')
  expect(await walletOf(uid)).toBe(usdt('100'))
  const all = await checkInvariants(platform.database.db, 1, [...ledgerInvariants, ...depositInvariants])
  expect(all.invariants.filter(({ holds }) => !holds)).toEqual([])
})
