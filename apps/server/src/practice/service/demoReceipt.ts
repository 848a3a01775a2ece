import type { ContractReceipt } from '@glasshouse/core/contracts/codec'
import { domainError } from '@glasshouse/core/errors/registry'
import { type ContractDeps, listOrders, orderReceipt } from '../../contracts/index.ts'
import { findDemoUid } from './sampleState.ts'

/**
 * Receipt of the position that the demo customer closed last in the first contract wallet. Its password is public, so this
 * shows visitors nothing that they could not read by signing in. Refuses `notFound` without one.
 */
export const getDemoReceipt = async (deps: ContractDeps): Promise<ContractReceipt> => {
  const uid = await findDemoUid(deps.database.db)
  if (uid === null) throw domainError('notFound')
  const { rows } = await listOrders(
    deps,
    { uid },
    {
      ...{ wallet: 'contract', states: ['closed'], pid: null },
      ...{ page: 1, pageSize: 1, orderBy: 'closed', direction: 'desc' },
    },
  )
  const [newest] = rows
  if (newest === undefined) throw domainError('notFound')
  return orderReceipt(deps, { uid }, newest.id)
}
