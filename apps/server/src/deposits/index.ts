export type { Chain } from './chains/chain.ts'
export { openChains } from './chains/choose.ts'

export { listDeposits } from './service/list.ts'
export { reportTransfer } from './service/onchain.ts'
export { insertSandboxDeposit, paySandboxDepositIn } from './service/sandbox.ts'
export { listDepositAddresses } from './store/addresses.ts'
export { findLargestCredit } from './store/deposits.ts'

export { hasOpenDeposit } from './store/invoices.ts'

export { anonymizeTransfers, listTransfersOf as transfersOf } from './store/transfers.ts'
