import {
  type BankDetails,
  type BankField,
  bankFields,
  bankFieldToWire,
  bankFromText,
  bankToText,
  type SavedDestinations,
  type WalletAddress,
  walletFieldToWire,
  walletFromText,
  walletToText,
} from '@glasshouse/core/destinations/codec'
import {
  addressCooldownMs,
  bankAccountNumber,
  isIban,
  maskMiddle,
  type Network,
  networkNamed,
  networks,
  normalizeAccountNumber,
} from '@glasshouse/core/destinations/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import { lockCustomerById } from '../../customers/records/index.ts'
import { sendSecurityLetters } from '../../identity/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Secrets } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type DestinationRow, listDestinations, upsertDestination } from '../store.ts'
import { readAddress } from './addresses.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>

/** Customer who changes a destination, and the network address of the request. */
export type ChangeAuthor = { readonly uid: number; readonly ip: string }

/** A destination as visible to others than its owner; `changedAtMs` by the business calendar. */
export type Destination = { readonly summary: string; readonly changedAtMs: number }

/** The purpose under which a destination of a customer is sealed. */
export const destinationPurpose = (uid: number | string, kind: string): string =>
  `funding.destination:${uid}:${kind}`

/**
 * Destination of a customer, masked; null if none is stored. A wallet address whose currency names the network replaces
 * a missing cold wallet.
 */
export const findDestination = async (
  db: Db | Tx,
  uid: number,
  kind: 'bank' | Network,
): Promise<Destination | null> => {
  const row = await rowFor(db, uid, kind)
  return row === null ? null : { summary: row.summary, changedAtMs: row.changed_ms }
}

/**
 * The full destination for sending: an address, or bank data as JSON. It is the row that `findDestination` masks. The
 * caller audits the access.
 */
export const decryptDestination = async (
  secrets: Secrets,
  db: Db | Tx,
  uid: number,
  kind: 'bank' | Network,
): Promise<string | null> => {
  const row = await rowFor(db, uid, kind)
  if (row === null) return null
  const text = secrets.open(destinationPurpose(uid, row.kind), row.sealed)
  return row.kind === 'wallet' ? walletFromText(text).address : text
}

/** End of the pause of digital withdrawals after the newest address change; null without a pause. */
export const cooldownUntil = async (db: Db | Tx, uid: number, nowMs: number): Promise<number | null> => {
  const rows = await listDestinations(db, uid, [...networks, 'wallet'])
  const until = Math.max(0, ...rows.map((row) => row.changed_ms + addressCooldownMs))
  return until > nowMs ? until : null
}

const rowFor = async (db: Db | Tx, uid: number, kind: 'bank' | Network): Promise<DestinationRow | null> => {
  const rows = await listDestinations(db, uid, kind === 'bank' ? ['bank'] : [kind, 'wallet'])
  return rows.find((row) => row.kind === kind) ?? rows.find(({ network }) => network === kind) ?? null
}

/** A customer's own bank data and wallet address in full. */
export const getBankDetails = async (
  { secrets, database }: Pick<Platform, 'secrets' | 'database'>,
  uid: number,
): Promise<SavedDestinations> => {
  const rows = await listDestinations(database.db, uid, ['bank', 'wallet'])
  const open = (row: DestinationRow): string => secrets.open(destinationPurpose(uid, row.kind), row.sealed)
  const [bank, wallet] = [
    rows.find(({ kind }) => kind === 'bank'),
    rows.find(({ kind }) => kind === 'wallet'),
  ]
  return {
    bank: bank === undefined ? {} : bankFromText(open(bank)),
    wallet: wallet === undefined ? null : walletFromText(open(wallet)),
    changedMs: bank?.changed_ms ?? null,
  }
}

/** A customer's own cold wallets in full, by network. */
export const getWithdrawalAddresses = async (
  { secrets, database }: Pick<Platform, 'secrets' | 'database'>,
  uid: number,
): Promise<Partial<Record<Network, string>>> => {
  const rows = await listDestinations(database.db, uid, networks)
  return Object.fromEntries(
    rows.map(({ kind, sealed }) => [kind, secrets.open(destinationPurpose(uid, kind), sealed)]),
  )
}

/**
 * Saves bank data as a whole. It causes no pause: bank withdrawals are reviewed by staff, who see the age of the bank
 * data.
 *
 * @throws invalidField (1001, `field`) no holder, no account, or an IBAN with wrong check digits
 * @throws invalidState (2003, `unchanged`) nothing differs
 */
export const saveBankDetails = async (deps: Deps, by: ChangeAuthor, raw: BankDetails): Promise<void> => {
  const bank = readBank(raw)
  await save(deps, by, {
    kind: 'bank',
    network: null,
    text: bankToText(bank),
    summary: [bank.bankName, maskMiddle(bankAccountNumber(bank))]
      .filter((part) => part !== undefined)
      .join(' · '),
  })
}

/**
 * Saves the wallet address of a currency. Digital withdrawals pause for 24 h.
 *
 * @throws invalidField (1001) a field is empty, or the currency names a network and the address is invalid there
 * @throws invalidState (2003, `unchanged`) nothing differs
 */
export const saveWalletAddress = async (deps: Deps, by: ChangeAuthor, raw: WalletAddress): Promise<void> => {
  const field = walletFieldToWire('address')
  const currency = readText(walletFieldToWire('currency'), raw.currency)
  const network = networkNamed(currency)
  const written = readText(field, raw.address)
  const address = network === null ? written : addressOrRefuse(network, written, field)
  if (/\s/.test(address)) throw domainError('invalidField', { field })
  await save(deps, by, {
    kind: 'wallet',
    network,
    text: walletToText({ currency, address }),
    summary: `${currency} ${maskMiddle(address)}`,
  })
}

/**
 * Saves the cold wallet of a network. Digital withdrawals pause for 24 h.
 *
 * @throws invalidField (1001) the address has a wrong checksum
 * @throws invalidState (2003, `unchanged`) nothing differs
 */
export const saveWithdrawalAddress = async (
  deps: Deps,
  by: ChangeAuthor,
  { network, address: raw }: { readonly network: Network; readonly address: string },
): Promise<void> => {
  const address = addressOrRefuse(network, readText('address', raw), 'address')
  await save(deps, by, { kind: network, network, text: address, summary: maskMiddle(address) })
}

const readText = (field: string, raw: string): string => {
  const text = raw.trim()
  if (text === '') throw domainError('invalidField', { field })
  return text
}

const addressOrRefuse = (network: Network, text: string, field: string): string => {
  const address = readAddress(network, text)
  if (address === null) throw domainError('invalidField', { field })
  return address
}

const refuseBank = (field: BankField) => domainError('invalidField', { field: bankFieldToWire(field) })

/** Bank data trimmed and without empty fields. */
const readBank = (raw: BankDetails): BankDetails => {
  const bank: BankDetails = Object.fromEntries(
    bankFields.map((field) => [field, raw[field]?.trim() ?? ''] as const).filter(([, text]) => text !== ''),
  )
  if (bank.holder === undefined && (bank.firstName === undefined || bank.lastName === undefined))
    throw refuseBank(bank.firstName === undefined ? 'holder' : 'lastName')
  if (bank.iban === undefined && bank.accountNumber === undefined) throw refuseBank('accountNumber')
  if (bank.iban === undefined) return bank
  if (!isIban(bank.iban)) throw refuseBank('iban')
  return { ...bank, iban: normalizeAccountNumber(bank.iban) }
}

type DestinationInput = Pick<DestinationRow, 'kind' | 'network' | 'summary'> & { readonly text: string }

/** Saves one change at a time per customer: the lock makes equal concurrent requests count once. */
const save = async (
  { clock, database, secrets }: Deps,
  { uid, ip }: ChangeAuthor,
  { text, ...written }: DestinationInput,
): Promise<void> => {
  await transact(database.db, async (tx) => {
    const person = await lockCustomerById(tx, uid)
    if (person === undefined || person.closed_ms !== null) throw domainError('sessionRevoked')
    const purpose = destinationPurpose(uid, written.kind)
    const [before] = await listDestinations(tx, uid, [written.kind])
    if (before !== undefined && secrets.open(purpose, before.sealed) === text)
      throw domainError('invalidState', { reason: 'unchanged' })
    const sealed = secrets.seal(purpose, text)
    await upsertDestination(tx, { uid, ...written, sealed, changed_ms: clock.business(), ip })
    const what = written.kind === 'bank' ? 'bankData' : 'withdrawalAddress'
    await sendSecurityLetters(tx, clock, uid, what)
  })
}
