import { usdt } from '@glasshouse/core/money/units'
import { type EvmChain, hasEvmChain, openEvmChain } from '@glasshouse/testkit/evmChain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checksummedEvm } from '../../destinations/index.ts'
import type { Chain } from './chain.ts'
import { createEvmChain } from './evm.ts'

// A real EVM chain on loopback; skipped with a message where its program does not exist.
const here = hasEvmChain() ? describe : describe.skip

here('ERC20 on a real chain', () => {
  let evm: EvmChain
  let chain: Chain
  let me: string
  let otherAddress: string
  beforeAll(async () => {
    evm = await openEvmChain()
    chain = createEvmChain({ url: evm.url, token: evm.token, needed: 4 })
    ;[, me = '', otherAddress = ''] = evm.accounts.map(checksummedEvm)
  })
  afterAll(() => evm.close())
  const look = (hash: string, at = chain) => at.look(hash, [me])

  it('returns nothing for an unmined hash', async () => {
    expect(await look(`0x${'ab'.repeat(32)}`)).toMatchObject({ finding: 'unseen', arrived: null })
  })

  it('counts confirmations until there are enough, and returns sender and amount', async () => {
    const hash = await evm.pay(me, 1_500_001n)
    const arrived = { arrived: usdt('1.500001'), sender: checksummedEvm(evm.accounts[0] ?? '') }
    expect(await look(hash)).toMatchObject({ finding: 'pending', confirmations: 1, ...arrived })
    await evm.mine(2)
    expect(await look(hash)).toMatchObject({ finding: 'pending', confirmations: 3 })
    await evm.mine(1)
    expect(await look(hash)).toMatchObject({ finding: 'confirmed', confirmations: 4, ...arrived })
  })

  it('counts only the configured token, also when another has the same name', async () => {
    const hash = await evm.pay(me, 10n ** 18n, { token: evm.other })
    expect(await look(hash)).toMatchObject({ finding: 'wrongToken', arrived: null })
    expect(await look(await evm.payCoins(me))).toMatchObject({ finding: 'wrongToken', arrived: null })
    // The other token is counted with its own decimals where it is configured.
    const other = createEvmChain({ url: evm.url, token: evm.other, needed: 1 })
    expect(await look(hash, other)).toMatchObject({ finding: 'confirmed', arrived: usdt('1') })
  })

  it('counts only transfers to the customer, and not a transfer of zero', async () => {
    expect(await look(await evm.pay(otherAddress, 5_000_000n))).toMatchObject({
      finding: 'wrongRecipient',
      arrived: null,
    })
    // Address poisoning: a transfer of zero.
    expect(await look(await evm.pay(me, 0n))).toMatchObject({ finding: 'wrongRecipient', arrived: null })
  })

  it('counts nothing of a failed transaction', async () => {
    const hash = await evm.pay(me, 5_000_000n, { from: evm.accounts[5] ?? '' })
    await evm.mine(5)
    expect(await look(hash)).toMatchObject({ finding: 'reverted', arrived: null })
  })

  it('adds up two transfers of one transaction, and counts only those to the customer', async () => {
    const both = await evm.payTwo(me, 2_000_000n, me, 3_000_000n)
    const shared = await evm.payTwo(otherAddress, 2_000_000n, me, 3_000_000n)
    await evm.mine(3)
    expect(await look(both)).toMatchObject({ finding: 'confirmed', arrived: usdt('5') })
    expect(await look(shared)).toMatchObject({ finding: 'confirmed', arrived: usdt('3') })
    expect((await chain.look(both, [otherAddress])).finding).toBe('wrongRecipient')
  })

  it('forgets a transfer dropped by a reorganisation, however deep it was', async () => {
    const hash = await evm.pay(me, 7_000_000n)
    await evm.mine(4)
    expect((await look(hash)).finding).toBe('confirmed')
    await evm.reorganise(5)
    expect(await look(hash)).toMatchObject({ finding: 'unseen', arrived: null, confirmations: 0 })
  })

  it('throws when the node is unreachable or returns an invalid response', async () => {
    const away = createEvmChain({ url: 'http://127.0.0.1:9', token: evm.token, needed: 1 })
    await expect(look(`0x${'ab'.repeat(32)}`, away)).rejects.toThrow('the Ethereum node cannot be reached')
    await expect(look('0xnothing')).rejects.toThrow('the Ethereum node refused eth_getTransactionReceipt')
  })
})
