import { domainError } from '@glasshouse/core/errors/registry'
import type { Tx } from '../../platform/database/index.ts'
import { lockCustomer } from '../store/customers.ts'

/**
 * The customer of a session, locked until the end of the transaction.
 *
 * @throws sessionRevoked the account was closed while the call waited for its row
 */
export const lockOpenCustomer = async (tx: Tx, uid: number) => {
  const customer = await lockCustomer(tx, uid)
  if (customer === undefined || customer.closed_ms !== null) throw domainError('sessionRevoked')
  return customer
}
