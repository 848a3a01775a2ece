import { contractOrderToWire } from '@glasshouse/core/contracts/codec'
import type { PersonalData } from '../platform/personalData/index.ts'
import type { ContractDeps } from './service/deps.ts'
import { streamOrders } from './service/list.ts'
import { countOrders } from './store/orders.ts'

const ordersOf = async function* (deps: ContractDeps, key: Parameters<typeof streamOrders>[1]) {
  for await (const order of streamOrders(deps, key)) yield contractOrderToWire(order)
}

/** What this module stores about a customer. */
export const contractPersonalData: PersonalData<ContractDeps> = {
  exportParts: (deps, { uid }) => [
    { name: 'contractOrders', rows: () => ordersOf(deps, { uid, wallet: 'contract' }) },
    { name: 'secondContractOrders', rows: () => ordersOf(deps, { uid, wallet: 'contract2' }) },
  ],
  obstacle: async (tx, { uid }) => ((await countOrders(tx, uid)) > 0 ? 'ordersOpen' : null),
}
