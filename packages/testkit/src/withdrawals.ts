import { usdt } from '@glasshouse/core/money/units'
import type { ReviewKindName } from '@glasshouse/core/reviews/wire'
import type { StaffRole } from '@glasshouse/core/staff/roles'
import { sql } from 'kysely'
import { hashPassword } from '../../../apps/server/src/access/passwords/index.ts'
import { saveBankDetails, saveWithdrawalAddress } from '../../../apps/server/src/destinations/index.ts'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../../apps/server/src/platform/http/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { decideReview } from '../../../apps/server/src/reviews/index.ts'
import { addStaffMember } from '../../../apps/server/src/staff/index.ts'
import {
  requestWithdrawal,
  withdrawalInvariants,
} from '../../../apps/server/src/withdrawals/index.fixture.ts'
import { withdrawalReviews } from '../../../apps/server/src/withdrawals/index.ts'
import { type FundedCustomer, testPassword, type WalletStage, walletFixture } from './wallets.ts'

/** Where the staff of the stage ask from. */
export const stageOrigin = { ip: '10.0.0.7', userAgent: 'test' }

/** Addresses that were published as examples. */
export const stageAddresses = {
  '1001': '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '1002': 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
} as const

type Decision = {
  readonly kind?: ReviewKindName
  readonly decision: 'approve' | 'reject'
  readonly remark?: string
  readonly reason?: string
}

/** Customers who can withdraw, and managers who decide. */
export type WithdrawalStage = Omit<WalletStage, 'broken'> &
  Parameters<typeof requestWithdrawal>[0] & {
    readonly ann: ManagerIdentity
    readonly bob: ManagerIdentity
    readonly clerk: StaffIdentity
    /** A manager with an address. */
    readonly employ: (email: string) => Promise<ManagerIdentity>
    /** A customer with USDT, the withdraw password of the fixture, bank data and both addresses, all set long ago. */
    readonly saver: (amount: string) => Promise<FundedCustomer>
    /** A withdrawal to the bank (1) or to TRC20 (3); returns its id. */
    readonly ask: (uid: number, price: string, banktype?: 1 | 3) => Promise<number>
    readonly decide: (staff: StaffIdentity, id: number, decision: Decision) => ReturnType<typeof decideReview>
    readonly approve: (staff: StaffIdentity, id: number) => ReturnType<typeof decideReview>
    readonly reject: (staff: StaffIdentity, id: number) => ReturnType<typeof decideReview>
    /** The names of broken invariants with an example each; empty when the books are sound. */
    readonly broken: () => Promise<Record<string, string | undefined>>
  }

/** Sets the stage in a database of its own. */
export const withdrawalFixture = async (): Promise<WithdrawalStage> => {
  const stage = await walletFixture()
  const { db } = stage.database
  const deps = { ...stage, hasProduct: async () => false }
  const passwordHash = await hashPassword(testPassword)
  const employ = async <Role extends StaffRole>(email: string, role: Role) => {
    const name = email.replace(/@.*/, '')
    const id = await transact(db, (tx) => addStaffMember(tx, { email, name, role, passwordHash: 'x' }, 1))
    return { id: id ?? 0, sessionId: 0, email, name, role }
  }
  const decide: WithdrawalStage['decide'] = (staff, id, decision) =>
    decideReview({ ...deps, kinds: [withdrawalReviews(deps)] }, staff, stageOrigin, {
      kind: 'withdrawal',
      id,
      ...decision,
    })
  return {
    ...deps,
    ann: await employ('ann@glasshouse.test', 'manager'),
    bob: await employ('bob@glasshouse.test', 'manager'),
    clerk: await employ('clerk@glasshouse.test', 'service'),
    employ: (email) => employ(email, 'manager'),
    saver: async (amount) => {
      const someone = await stage.newcomer()
      const { uid } = someone
      await stage.give(uid, 'wallet', usdt(amount))
      await sql`update identity_customer set withdraw_password_hash = ${passwordHash} where uid = ${uid}`.execute(
        db,
      )
      const long = {
        ...stage,
        clock: { ...stage.clock, business: () => stage.clock.business() - 86_400_000 },
      }
      await saveBankDetails(long, { uid, ip: '' }, { holder: 'Ada Example', iban: 'DE89370400440532013000' })
      for (const network of ['1001', '1002'] as const)
        await saveWithdrawalAddress(long, { uid, ip: '' }, { network, address: stageAddresses[network] })
      return someone
    },
    ask: async (uid, price, banktype = 3) =>
      (
        await requestWithdrawal(deps, uid, {
          method: banktype === 1 ? 'bank' : 'digital',
          amount: usdt(price),
          withdrawPassword: testPassword,
        })
      ).id,
    decide,
    approve: (staff, id) => decide(staff, id, { decision: 'approve' }),
    reject: (staff, id) =>
      decide(staff, id, { decision: 'reject', reason: 'bad_address', remark: 'That address is none.' }),
    broken: async () => {
      const report = await checkInvariants(db, 1, [...ledgerInvariants, ...withdrawalInvariants])
      const found = report.invariants.filter(({ holds }) => !holds)
      return Object.fromEntries(found.map(({ name, examples }) => [name, examples[0]]))
    },
  }
}
