import { errorCodes } from '@glasshouse/core/errors/registry'
import { hashPassword } from '../../../apps/server/src/access/passwords/index.ts'
import { aiRoutes, aiStaffRoutes } from '../../../apps/server/src/ai/index.fixture.ts'
import { communityRoutes, communityStaffRoutes } from '../../../apps/server/src/community/index.fixture.ts'
import { consoleRoutes } from '../../../apps/server/src/console/index.fixture.ts'
import {
  contentRoutes,
  contentStaffRoutes,
  isCountrySupported,
} from '../../../apps/server/src/content/index.fixture.ts'
import {
  contractRoutes,
  createPools,
  maxTransferOutOf,
} from '../../../apps/server/src/contracts/index.fixture.ts'
import { depositPages, depositRoutes } from '../../../apps/server/src/deposits/index.fixture.ts'
import { destinationRoutes } from '../../../apps/server/src/destinations/index.fixture.ts'
import { drawingRoutes } from '../../../apps/server/src/drawings/index.fixture.ts'
import { eligibilityRoutes } from '../../../apps/server/src/eligibility/index.fixture.ts'
import { findStepUpStatus, identityRoutes } from '../../../apps/server/src/identity/index.fixture.ts'
import {
  authenticateCustomer,
  createCustomer,
  verifyWithdrawPassword,
} from '../../../apps/server/src/identity/index.ts'
import { investRoutes, investStaffRoutes } from '../../../apps/server/src/invest/index.fixture.ts'
import { findIdentity, recheckIdentity } from '../../../apps/server/src/kyc/index.fixture.ts'
import { isKycApproved } from '../../../apps/server/src/kyc/index.ts'
import { createSettingTerms } from '../../../apps/server/src/markets/index.fixture.ts'
import { noticeRoutes } from '../../../apps/server/src/notifications/index.fixture.ts'
import { buildHttp, listen } from '../../../apps/server/src/platform/http/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import {
  createDataExport,
  privacyPages,
  privacyRoutes,
} from '../../../apps/server/src/privacy/index.fixture.ts'
import { readTerms } from '../../../apps/server/src/referral/index.fixture.ts'
import { customerFiguresOf, drawHeadsOf, reviewRoutesOf } from '../../../apps/server/src/routes.ts'
import { authenticateStaff, staffRoutes } from '../../../apps/server/src/staff/index.fixture.ts'
import { addStaffMember } from '../../../apps/server/src/staff/index.ts'
import { inHousePart, isTradingReserveSufficient } from '../../../apps/server/src/tradingReserve/index.ts'
import { walletRoutes } from '../../../apps/server/src/wallets/index.fixture.ts'
import { type ContractFixture, contractFixture } from './contracts.ts'
import { personalData } from './personalData.ts'
import { testPlatform } from './platform.ts'
import { type HttpResult, post } from './requests.ts'

type Fields = Readonly<Record<string, string | number>>

/** The rooms where customers and staff meet, behind the real listener, on a stage with prices set by hand. */
export type StaffFixture = {
  readonly stage: ContractFixture
  readonly url: string
  /**
   * A signed call; each a millisecond later, so that no two signatures are the same. One answered by 1010 is made
   * again after a step-up.
   */
  readonly ask: (path: string, fields?: Fields, token?: string, key?: string) => Promise<HttpResult>
  /** A new customer who is signed in; the password is `counterPassword`. */
  readonly newcomer: () => Promise<{ uid: number; email: string; phone: string; token: string }>
  readonly signIn: (email: string) => Promise<HttpResult>
  readonly manager: string
  /** Another manager, who agrees. */
  readonly second: string
  readonly service: string
  readonly close: () => Promise<void>
}

export const counterPassword = 'Counter123!'

const pagesOf = (deps: Parameters<typeof createDataExport>[0] & Parameters<typeof depositPages>[0]) => [
  depositPages(deps, () => undefined),
  privacyPages({ ...deps, dataExport: createDataExport(deps) }),
]

/** What the console reads from modules that it does not name. */
const readersOf = ({ markets }: ContractFixture) => ({
  heads: drawHeadsOf(markets),
  figuresOf: customerFiguresOf(markets),
})

/** Opens the counter in a database of its own. */
export const startStaffFixture = async (): Promise<StaffFixture> => {
  const stage = await contractFixture()
  const { database, clock } = stage
  const platform = testPlatform(database, clock)
  const contracts = { ...platform, markets: stage.markets }
  const deps = { ...contracts, pools: createPools(contracts), ...readersOf(stage) }
  const app = buildHttp({
    platform,
    routes: [
      ...identityRoutes({
        ...platform,
        isOffered: (dialCode) => isCountrySupported(database.db, dialCode),
        recheckIdentity: (db, uid, documentNumber) => recheckIdentity(platform, db, uid, documentNumber),
      }),
      ...staffRoutes(platform),
      ...contentStaffRoutes({ ...platform, changeTerms: createSettingTerms(deps) }),
      ...eligibilityRoutes(platform),
      ...[contentRoutes, depositRoutes, destinationRoutes].flatMap((routes) => routes(platform)),
      ...drawingRoutes(deps),
      ...contractRoutes(deps),
      ...walletRoutes({
        ...deps,
        maxContractTransferOut: (tx, uid, wallet) => maxTransferOutOf(deps, tx, uid, wallet),
        settleWallet: async () => undefined,
        isReserveSufficient: (tx, left) => isTradingReserveSufficient(tx, deps.markets, left),
        inHousePart: (run) => inHousePart(platform, undefined, run),
        verifyWithdrawPassword: (uid, password) => verifyWithdrawPassword(platform, uid, password),
      }),
      ...aiRoutes(deps),
      ...aiStaffRoutes(platform),
      ...privacyRoutes({ ...deps, personalData }),
      ...consoleRoutes(deps),
      ...investRoutes({
        ...deps,
        ...{ isKycApproved, findIdentity, referralRates: readTerms },
        titleOf: (pid) => stage.markets.product(pid)?.title ?? '',
        verifyWithdrawPassword: (uid, password) => verifyWithdrawPassword(platform, uid, password),
      }),
      ...investStaffRoutes(deps),
      ...noticeRoutes(platform),
      ...communityRoutes(platform),
      ...communityStaffRoutes(platform),
      ...reviewRoutesOf(contracts, deps.pools),
    ],
    customerOf: (token) => authenticateCustomer(database.db, clock, token),
    staffOf: (token) => authenticateStaff(database.db, clock, token),
    stepUpOf: (customer) => findStepUpStatus(database.db, clock, customer),
    plugins: pagesOf({ ...deps, personalData }),
    refuseUnknownFields: true,
  })
  const url = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`
  const send: StaffFixture['ask'] = (path, fields = {}, token, key) => {
    clock.tick(1)
    return post(url, path, fields, {
      time: clock.now(),
      ...(token === undefined ? {} : { token }),
      ...(key === undefined ? {} : { key }),
    })
  }
  const ask: StaffFixture['ask'] = async (path, fields, token, key) => {
    const answer = await send(path, fields, token, key)
    if (answer.retCode !== errorCodes.stepUpRequired) return answer
    await send('/api/user/stepUp', { pwd: counterPassword }, token)
    return send(path, fields, token, key)
  }
  const passwordHash = await hashPassword(counterPassword)
  const staffToken = async (role: 'manager' | 'service', name: string = role): Promise<string> => {
    const email = `${name}@glasshouse.test`
    await transact(database.db, (tx) => addStaffMember(tx, { email, name, role, passwordHash }, 1))
    return (await ask('/staff/api/login', { email, pwd: counterPassword })).data as string
  }
  const signIn: StaffFixture['signIn'] = (email) =>
    ask('/api/user/login', { email, pwd: counterPassword, type: 2 })
  let born = 0
  return {
    stage,
    url,
    ask,
    signIn,
    newcomer: async () => {
      born += 1
      const person = { email: `person${born}@example.com`, phone: `1202555${1000 + born}` }
      const newcomer = {
        ...person,
        passwordHash,
        referrerUid: 10000,
        proven: ['email', 'phone'] as const,
        lang: 'en' as const,
        registeredMs: 1,
      }
      const uid = await transact(database.db, (tx) => createCustomer(tx, newcomer))
      return { uid, ...person, token: (await signIn(person.email)).data as string }
    },
    manager: await staffToken('manager'),
    second: await staffToken('manager', 'second'),
    service: await staffToken('service'),
    close: async () => {
      await app.close()
      await database.drop()
    },
  }
}
