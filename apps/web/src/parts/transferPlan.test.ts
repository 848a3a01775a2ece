import type { UserInfo } from '@glasshouse/core/identity/wire'
import { describe, expect, it } from 'vitest'
import { planTransfer } from './transferPlan.ts'

const info: UserInfo = {
  uid: 10001,
  username: '',
  email: '',
  utel: '',
  userphoto: 0,
  wallet: '1000.5',
  contractwallet: '0',
  secondcontractwallet: '20',
  coinwallet: '30',
  bonus: '0',
  experiencefund: '0',
  held: { options: '0', withdrawals: '0', principal: '0' },
  activecode: '',
  activecodestatus: 2,
  creditscore: 100,
  withdrawpsd: 0,
  twostep: 0,
  kycswitch: 0,
  transferswitch: 0,
  experience: 0,
  ib: 0,
}

describe('planTransfer', () => {
  it('makes the request of the pair', () => {
    expect(planTransfer(info, 'wallet', 'contract', '1000.5')).toMatchObject({
      obstacle: null,
      amount: 100_050_000_000n,
      target: 0n,
      request: { type: 1, typeReverse: 1, transfervalue: '1000.5' },
    })
    expect(planTransfer(info, 'contract2', 'wallet', '20').request).toEqual({
      type: 2,
      typeReverse: 2,
      transfervalue: '20',
    })
  })
  it('says what stands in the way', () => {
    expect(planTransfer(info, 'wallet', 'contract', '').obstacle).toBe('enter')
    expect(planTransfer(info, 'wallet', 'contract', 'ten').obstacle).toBe('wrong')
    expect(planTransfer(info, 'wallet', 'contract', '1000.50000001').obstacle).toBe('low')
    expect(planTransfer(info, 'contract', 'wallet', '1').obstacle).toBe('low')
  })
})
