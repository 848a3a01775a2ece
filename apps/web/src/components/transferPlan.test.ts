import type { AccountFigures } from '@glasshouse/core/contracts/account'
import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { usdt } from '@glasshouse/core/money/units'
import type { WalletName } from '@glasshouse/core/wallets/rules'
import { describe, expect, it } from 'vitest'
import { validateTransfer } from './transferPlan.ts'

const none = usdt('0')
const info: Pick<ProfileView, 'wallets'> = {
  wallets: {
    ...{ wallet: usdt('1000.5'), contract: none, contract2: usdt('20'), coin: usdt('30'), bonus: none },
    ...{ experience: none, held: { options: none, withdrawals: none, principal: none } },
  },
}

const idle = { balance: usdt('0'), margin: usdt('0'), hold: usdt('0'), profit: usdt('0') }
const plan = (from: WalletName, to: WalletName, typed: string, account: AccountFigures | null = null) =>
  validateTransfer({ info, from, to, account }, typed)

describe('planTransfer', () => {
  it('builds the request for the pair of wallets', () => {
    expect(plan('wallet', 'contract', '1000.5')).toMatchObject({
      obstacle: null,
      amount: 100_050_000_000n,
      target: 0n,
      request: { type: 1, typeReverse: 1, transfervalue: '1000.5' },
    })
    expect(plan('contract2', 'wallet', '20').request).toEqual({
      type: 2,
      typeReverse: 2,
      transfervalue: '20',
    })
  })
  it('returns the issue of the typed amount', () => {
    expect(plan('wallet', 'contract', '').obstacle).toBe('enter')
    expect(plan('wallet', 'contract', '?ten').obstacle).toBe('wrong')
    expect(plan('wallet', 'contract', '1000.50000001').obstacle).toBe('low')
    expect(plan('contract', 'wallet', '1', idle).obstacle).toBe('low')
  })
  it('suggests at most the amount that the margin of a contract wallet allows', () => {
    const used = { ...idle, balance: usdt('20'), margin: usdt('5'), profit: usdt('-1') }
    expect(plan('contract2', 'wallet', '20', used)).toMatchObject({ obstacle: 'low', all: '9' })
    expect(plan('contract2', 'wallet', '9', used).obstacle).toBeNull()
    expect(plan('contract2', 'wallet', '1', null).all).toBeNull()
    expect(plan('wallet', 'contract', '').all).toBe('1000.5')
    expect(plan('contract', 'wallet', '', idle).all).toBeNull()
  })
})
