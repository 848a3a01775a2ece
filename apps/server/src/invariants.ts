import type { CauseKind } from '@glasshouse/core/ledger/causes'
import { consoleModule } from './console/module.ts'
import { contractsModule } from './contracts/module.ts'
import { depositsModule } from './deposits/module.ts'
import { investModule } from './invest/module.ts'
import type { Invariant } from './ledger/checks/index.ts'
import { ledgerChecksModule } from './ledger/checks/module.ts'
import { loansModule } from './loans/module.ts'
import { optionsModule } from './options/module.ts'
import { partsOfModules } from './parts.ts'
import { practiceModule } from './practice/module.ts'
import { privacyModule } from './privacy/module.ts'
import { referralModule } from './referral/module.ts'
import { rewardsModule } from './rewards/module.ts'
import { subscriptionModule } from './subscription/module.ts'
import { walletsModule } from './wallets/module.ts'
import { withdrawalsModule } from './withdrawals/module.ts'

/** The invariant that compares the entries of each cause with its event; a new cause without one does not compile. */
const amountInvariants: Readonly<Record<CauseKind, Invariant>> = {
  ...consoleModule.amounts,
  ...contractsModule.amounts,
  ...depositsModule.amounts,
  ...investModule.amounts,
  ...loansModule.amounts,
  ...optionsModule.amounts,
  ...practiceModule.amounts,
  ...privacyModule.amounts,
  ...referralModule.amounts,
  ...rewardsModule.amounts,
  ...subscriptionModule.amounts,
  ...walletsModule.amounts,
  ...withdrawalsModule.amounts,
}

/** Every invariant of the product. */
export const invariants: readonly Invariant[] = [
  ...new Set<Invariant>([
    ledgerChecksModule.provides.knownCauses(Object.keys(amountInvariants)),
    ...partsOfModules.flatMap((parts) => parts.invariants ?? []),
    ...Object.values(amountInvariants),
  ]),
]
