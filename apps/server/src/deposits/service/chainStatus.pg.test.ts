import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type EvmChain, hasEvmChain, openEvmChain } from '@glasshouse/testkit/evmChain'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { HDKey } from '@scure/bip32'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import type { ReviewKind } from '../../reviews/index.ts'
import { openChains } from '../chains/choose.ts'
import { depositInvariants } from '../store/invariants.ts'
import { type ChainStatusDeps, checkDueTransfers } from './chainStatus.ts'
import { depositAddressOf } from './depositAddresses.ts'
import { depositReviews } from './depositReview.ts'
import { listDeposits } from './list.ts'
import { reportTransfer } from './onchain.ts'

const here = hasEvmChain() ? describe : describe.skip

here('a reported transfer on a real chain', () => {
  let evm: EvmChain
  let platform: TestPlatform & ChainStatusDeps
  let reviews: ReviewKind
  const staff: StaffIdentity = { id: 1, sessionId: 1, email: 's@glasshouse.test', name: 'S', role: 'service' }
  beforeAll(async () => {
    evm = await openEvmChain()
    const practice = testPlatform(await cloneDatabase(16))
    const settings = {
      ...practice.settings,
      MODE: 'live' as const,
      EVM_RPC_URL: evm.url,
      EVM_TOKEN: evm.token,
      EVM_CONFIRMATIONS: 3,
      EVM_XPUB: HDKey.fromMasterSeed(new Uint8Array(32).fill(5)).publicExtendedKey,
    }
    platform = { ...practice, settings, chains: openChains(settings) }
    reviews = depositReviews(platform)
  })
  afterAll(async () => {
    await evm.close()
    await platform.database.drop()
  })

  const newcomer = async () => {
    const { uid } = await newCustomer(platform)
    const address = await depositAddressOf(platform, uid, 1001)
    if (address === null) throw new Error('no address')
    return { uid, address }
  }
  const report = async (uid: number, hash: string) =>
    (await reportTransfer(platform, uid, { network: 1001, amount: usdt('1000'), hash }, 'en')).id
  /** Advances the clock past the next lookup and runs it. */
  const look = async () => {
    platform.clock.tick(61_000)
    return checkDueTransfers(platform)
  }
  const row = async (uid: number) => {
    const query = { offset: 0, limit: 9, orderBy: 'id', direction: 'desc', state: null } as const
    return (await listDeposits(platform, uid, query)).rows[0]
  }
  const walletOf = async (uid: number) =>
    (await getBalances(platform.database.db, [customer(uid, 'wallet')]))[0]
  const approve = (id: number, amount: string | null = null) =>
    transact(platform.database.db, async (tx) => {
      const decision = { decision: 'approve', staff, remark: '', reason: null } as const
      const item = await reviews.lock(tx, id)
      if (item === null || item.state !== 'pending') throw new Error('decided')
      await reviews.decide(tx, id, { ...decision, amount: amount === null ? null : usdt(amount) })
    })
  const pushes = async (uid: number) => {
    const { db } = platform.database
    const facts = await db.selectFrom('platform_fact').select(['kind', 'body']).execute()
    return facts.filter(({ kind, body }) => kind === 'pushed' && body.uid === uid).length
  }

  it('shows its confirmations live, and is credited with the received amount once staff approve', async () => {
    const { uid, address } = await newcomer()
    const hash = await evm.pay(address, 999_500_000n)
    const id = await report(uid, hash)
    await checkDueTransfers(platform)
    expect(await row(uid)).toMatchObject({
      state: 'pending',
      chainStatus: 'pending',
      confirmations: 1,
      confirmationsNeeded: 3,
    })
    expect(await expectDomainError(approve(id))).toEqual({
      code: 'invalidState',
      data: { reason: 'pending' },
    })
    await evm.mine(1)
    await look()
    expect(await row(uid)).toMatchObject({ chainStatus: 'pending', confirmations: 2 })
    await evm.mine(1)
    await look()
    expect(await row(uid)).toMatchObject({ state: 'pending', chainStatus: 'confirmed', confirmations: 3 })
    // One push per visible change, none for lookups without news.
    await look()
    expect(await pushes(uid)).toBe(3)
    const shown = (await reviews.show(platform.database.db, [id])).get(id)
    expect(shown).toMatchObject({ amount: usdt('999.5') })
    // Neither the reported amount nor any other one.
    for (const amount of ['1000', '999.49999999', '1000000'])
      expect(await expectDomainError(approve(id, amount))).toEqual({
        code: 'outOfRange',
        data: { min: '999.5', max: '999.5' },
      })
    await approve(id)
    expect(await walletOf(uid)).toBe(usdt('999.5'))
    expect(await row(uid)).toMatchObject({ state: 'credited', credited: usdt('999.5') })
  })

  it('is not approved by an outdated lookup', async () => {
    const { uid, address } = await newcomer()
    const id = await report(uid, await evm.pay(address, 5_000_000n))
    await evm.mine(3)
    await look()
    platform.clock.tick(5 * 60_000 + 1)
    expect((await expectDomainError(approve(id))).data).toEqual({ reason: 'askedTooLongAgo' })
    await look()
    await approve(id, '5')
    expect(await walletOf(uid)).toBe(usdt('5'))
  })

  it('is not approved once a reorganisation dropped it', async () => {
    const { uid, address } = await newcomer()
    const hash = await evm.pay(address, 5_000_000n)
    const id = await report(uid, hash)
    await evm.mine(3)
    await look()
    expect(await row(uid)).toMatchObject({ chainStatus: 'confirmed' })
    await evm.reorganise(4)
    await look()
    expect(await row(uid)).toMatchObject({ state: 'pending', chainStatus: 'unseen', confirmations: 0 })
    expect((await expectDomainError(approve(id))).data).toEqual({ reason: 'unseen' })
    expect(await walletOf(uid)).toBe(0n)
  })

  it('of another token, to another recipient or failed is never approved', async () => {
    const { uid, address } = await newcomer()
    const other = await newcomer()
    const cases = [
      [await evm.pay(address, 10n ** 19n, { token: evm.other }), 'wrongToken'],
      // The address of another customer: payments to it do not belong to this one.
      [await evm.pay(other.address, 7_000_000n), 'wrongRecipient'],
      [await evm.pay(address, 7_000_000n, { from: evm.accounts[6] ?? '' }), 'reverted'],
    ] as const
    await evm.mine(4)
    for (const [hash, finding] of cases) {
      const id = await report(uid, hash)
      await look()
      expect(await row(uid)).toMatchObject({ state: 'pending', chainStatus: finding })
      expect((await expectDomainError(approve(id))).data).toEqual({ reason: finding })
    }
    expect(await walletOf(uid)).toBe(0n)
  })

  it('reported by another customer first gets that one nothing and does not block its recipient', async () => {
    const [owner, thief] = [await newcomer(), await newcomer()]
    const hash = await evm.pay(owner.address, 9_000_000n)
    await evm.mine(3)
    const stolen = await report(thief.uid, hash)
    const id = await report(owner.uid, hash.toUpperCase().replace('0X', '0x'))
    expect((await expectDomainError(report(owner.uid, hash))).data).toEqual({ reason: 'hashUsed' })
    await look()
    expect((await expectDomainError(approve(stolen))).data).toEqual({ reason: 'wrongRecipient' })
    await approve(id)
    expect([await walletOf(owner.uid), await walletOf(thief.uid)]).toEqual([usdt('9'), 0n])
  })

  it('from a deposit address of the platform is no deposit, wherever the operator collects', async () => {
    const [payer, other] = [await newcomer(), await newcomer()]
    await evm.pay(payer.address, 9_000_000n)
    await evm.payCoins(payer.address)
    await evm.rpc('anvil_impersonateAccount', payer.address)
    for (const to of [other, payer]) {
      const hash = await evm.pay(to.address, 4_000_000n, { from: payer.address })
      await evm.mine(3)
      const id = await report(to.uid, hash)
      await look()
      expect(await row(to.uid)).toMatchObject({ state: 'pending', chainStatus: 'ownTransfer' })
      expect((await expectDomainError(approve(id))).data).toEqual({ reason: 'ownTransfer' })
    }
    expect([await walletOf(payer.uid), await walletOf(other.uid)]).toEqual([0n, 0n])
  })

  it('that pays several customers counts for each with what reached it', async () => {
    const [first, second] = [await newcomer(), await newcomer()]
    const hash = await evm.payTwo(first.address, 2_000_000n, second.address, 3_000_000n)
    const ids = [await report(first.uid, hash), await report(second.uid, hash)]
    await evm.mine(3)
    await look()
    for (const id of ids) await approve(id)
    expect([await walletOf(first.uid), await walletOf(second.uid)]).toEqual([usdt('2'), usdt('3')])
    expect((await expectDomainError(report(first.uid, hash))).data).toEqual({ reason: 'hashUsed' })
  })

  it('adds up two transfers of one transaction', async () => {
    const { uid, address } = await newcomer()
    const id = await report(uid, await evm.payTwo(address, 2_000_000n, address, 3_000_000n))
    await evm.mine(3)
    await look()
    await approve(id)
    expect(await walletOf(uid)).toBe(usdt('5'))
  })

  it('stays pending while the node is unreachable, without a guessed state', async () => {
    const { uid, address } = await newcomer()
    await report(uid, await evm.pay(address, 5_000_000n))
    const away = { ...platform.settings, EVM_RPC_URL: 'http://127.0.0.1:9' }
    const blind = { ...platform, chains: openChains(away) }
    const { tried, failed } = await checkDueTransfers(blind)
    expect(failed).toBe(tried)
    expect(failed).toBeGreaterThan(0)
    expect(await row(uid)).toMatchObject({ chainStatus: 'unchecked' })
    // Not retried at once, only later with the node back.
    expect((await checkDueTransfers(blind)).tried).toBe(0)
    await evm.mine(3)
    await look()
    expect(await row(uid)).toMatchObject({ chainStatus: 'confirmed' })
  })

  it('keeps every invariant', async () => {
    const report = await checkInvariants(platform.database.db, 1, [...ledgerInvariants, ...depositInvariants])
    expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
  })
})
