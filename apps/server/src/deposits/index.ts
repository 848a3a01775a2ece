export type { Chain } from './chains/chain.ts'
export { openChains } from './chains/choose.ts'

export { reportTransfer } from './service/onchain.ts'
export { insertSandboxDeposit, paySandboxDepositIn } from './service/sandbox.ts'

export { findLargestCredit } from './store/deposits.ts'
