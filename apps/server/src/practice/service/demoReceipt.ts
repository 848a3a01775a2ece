import type { DataOf } from '@glasshouse/core/calls'
import { stateToWire } from '@glasshouse/core/contracts/codec'
import { domainError } from '@glasshouse/core/errors/registry'
import { type ContractDeps, listOrders, orderReceipt } from '../../contracts/index.ts'
import { findDemoUid } from './sampleState.ts'

/**
 * Receipt of the position that the demo customer closed last in the first contract wallet. Its password is public, so this
 * shows visitors nothing that they could not read by signing in. Refuses `notFound` without one.
 */
export const getDemoReceipt = async (deps: ContractDeps): Promise<DataOf<'/api/practice/receipt'>> => {
  const uid = await findDemoUid(deps.database.db)
  if (uid === null) throw domainError('notFound')
  const { rows } = await listOrders(
    deps,
    { uid },
    {
      ...{ levertype: 1, statusList: [stateToWire('closed')], pageNum: 1, pageSize: 1 },
      ...{ orderByColumn: 'completeTime', isAsc: 'desc' },
    },
  )
  const [newest] = rows
  if (newest === undefined) throw domainError('notFound')
  return orderReceipt(deps, { uid }, newest.id)
}
