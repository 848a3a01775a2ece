import { createHmac } from 'node:crypto'
import { bankFromText } from '@glasshouse/core/destinations/codec'
import { bankAccountNumber, type Network } from '@glasshouse/core/destinations/rules'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Secrets } from '../../platform/secrets/index.ts'
import { listDestinations } from '../store.ts'
import { decryptDestination } from './destinations.ts'

/** Ways in which money can leave to a destination. */
const ways = ['bank', '1001', '1002'] as const
type Method = 'bank' | Network

/** A destination in full, and the keyed digest by which it is recognized. */
export type OpenDestination = { readonly text: string; readonly key: string }

/** The stored destination of a customer in full; null if there is none. The caller audits the access. */
export const openDestination = async (
  secrets: Secrets,
  db: Db | Tx,
  uid: number,
  way: Method,
): Promise<OpenDestination | null> => {
  const text = await decryptDestination(secrets, db, uid, way)
  return text === null ? null : { text, key: destinationKey(secrets, way, text) }
}

/** Digests of all destinations that a customer has on file. */
export const listDestinationKeys = async (
  secrets: Secrets,
  tx: Tx,
  uid: number,
): Promise<readonly string[]> => {
  if ((await listDestinations(tx, uid, [...ways, 'wallet'])).length === 0) return []
  const keys: string[] = []
  for (const way of ways) {
    const open = await openDestination(secrets, tx, uid, way)
    if (open !== null) keys.push(open.key)
  }
  return keys
}

/**
 * Keyed digest by which uses of one destination are recognized; a bank account counts by its number alone,
 * whatever holder the form names and whatever else it says.
 */
const destinationKey = ({ keyFor }: Pick<Secrets, 'keyFor'>, way: Method, text: string): string => {
  const place = way === 'bank' ? accountOf(text) : way === '1001' ? text.toLowerCase() : text
  return createHmac('sha256', keyFor('funding.destinationKey')).update(`${way}\n${place}`).digest('hex')
}

/** Punctuation and the width of digits do not tell accounts apart, nor does the rest of the form. */
const accountOf = (bank: string): string =>
  bankAccountNumber(bankFromText(bank))
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
