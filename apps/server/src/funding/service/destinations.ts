import { domainError } from '@glasshouse/core/errors/registry'
import {
  addressCooldownMs,
  type DestinationKind,
  isIban,
  maskMiddle,
  type Network,
  networkNamed,
  networks,
  normalizeAccountNumber,
} from '@glasshouse/core/funding/destinations/rules'
import type { BankInfo, RawBank } from '@glasshouse/core/funding/destinations/wire'
import { lockCustomerById } from '../../identity/index.ts'
import { sendSecurityNotice } from '../../notifications/index.ts'
import { type Db, type Platform, type Secrets, type Tx, transact } from '../../platform/index.ts'
import { type DestinationRow, replaceDestination, selectDestinations } from '../store/destinations.ts'
import { readAddress } from './addresses.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>

/** Who changes a destination, and from which address of the network. */
export type ChangeAuthor = { readonly uid: number; readonly ip: string }

/** What is kept of a customer's wallet address. */
type Wallet = { readonly cryptocurrency: string; readonly walletaddr: string }

/** A place money may go, as others than its owner may know it; `changedAtMs` by the business calendar. */
export type Destination = { readonly summary: string; readonly changedAtMs: number }

const purposeOf = (uid: number, kind: DestinationKind): string => `funding.destination:${uid}:${kind}`

/**
 * Where a customer's money would go, masked; null when nothing is on file. A wallet address whose currency names
 * the network stands in for a cold wallet that is not saved.
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
 * The whole destination for whoever sends the money: an address, or bank data as JSON. It is the same row that
 * `findDestination` masks. Looking at it is the caller's to audit.
 */
export const decryptDestination = async (
  secrets: Secrets,
  db: Db | Tx,
  uid: number,
  kind: 'bank' | Network,
): Promise<string | null> => {
  const row = await rowFor(db, uid, kind)
  if (row === null) return null
  const text = secrets.open(purposeOf(uid, row.kind), row.sealed)
  return row.kind === 'wallet' ? (JSON.parse(text) as Wallet).walletaddr : text
}

/** Until when digital withdrawals pause after the newest change of an address; null when they do not. */
export const cooldownUntil = async (db: Db | Tx, uid: number, nowMs: number): Promise<number | null> => {
  const rows = await selectDestinations(db, uid, [...networks, 'wallet'])
  const until = Math.max(0, ...rows.map((row) => row.changed_ms + addressCooldownMs))
  return until > nowMs ? until : null
}

const rowFor = async (db: Db | Tx, uid: number, kind: 'bank' | Network): Promise<DestinationRow | null> => {
  const rows = await selectDestinations(db, uid, kind === 'bank' ? ['bank'] : [kind, 'wallet'])
  return rows.find((row) => row.kind === kind) ?? rows.find(({ network }) => network === kind) ?? null
}

/** My bank data and wallet address in full, for their owner; nothing of what was never saved. */
export const getBankDetails = async (
  { secrets, database }: Pick<Platform, 'secrets' | 'database'>,
  uid: number,
): Promise<BankInfo & { readonly changed?: number }> => {
  const rows = await selectDestinations(database.db, uid, ['bank', 'wallet'])
  const parts = rows.map((row) => JSON.parse(secrets.open(purposeOf(uid, row.kind), row.sealed)) as BankInfo)
  const changed = rows.find(({ kind }) => kind === 'bank')?.changed_ms
  return Object.assign({}, ...parts, changed === undefined ? {} : { changed })
}

/** My cold wallets in full, by network. */
export const getWithdrawalAddresses = async (
  { secrets, database }: Pick<Platform, 'secrets' | 'database'>,
  uid: number,
): Promise<Partial<Record<Network, string>>> => {
  const rows = await selectDestinations(database.db, uid, networks)
  return Object.fromEntries(
    rows.map(({ kind, sealed }) => [kind, secrets.open(purposeOf(uid, kind), sealed)]),
  )
}

/**
 * Saves bank data as a whole. Refuses 1001 (with `field`) without a holder, without an account, and for an IBAN
 * with wrong check digits; 2003 `unchanged` when nothing is different. It pauses nothing: what goes to a bank is
 * looked at by staff, who see how old the bank data is.
 */
export const saveBankDetails = async (deps: Deps, by: ChangeAuthor, raw: RawBank): Promise<void> => {
  const bank = readBank(raw)
  const account = bank.iban ?? normalizeAccountNumber(bank.accntno ?? '')
  await save(deps, by, {
    kind: 'bank',
    network: null,
    text: JSON.stringify(bank),
    summary: [bank.bankno, maskMiddle(account)].filter((part) => part !== undefined).join(' · '),
  })
}

/**
 * Saves the wallet address of a currency. Refuses 1001 when something is empty, or when the currency names
 * ERC20 or TRC20 and the address is none of that network; 2003 `unchanged`. Digital withdrawals pause for 24 h.
 */
export const saveWalletAddress = async (deps: Deps, by: ChangeAuthor, raw: Wallet): Promise<void> => {
  const cryptocurrency = readText('cryptocurrency', raw.cryptocurrency)
  const network = networkNamed(cryptocurrency)
  const written = readText('walletaddr', raw.walletaddr)
  const walletaddr = network === null ? written : addressOrRefuse(network, written, 'walletaddr')
  if (/\s/.test(walletaddr)) throw domainError('invalidField', { field: 'walletaddr' })
  await save(deps, by, {
    kind: 'wallet',
    network,
    text: JSON.stringify({ cryptocurrency, walletaddr }),
    summary: `${cryptocurrency} ${maskMiddle(walletaddr)}`,
  })
}

/**
 * Saves the cold wallet of a network. Refuses 1001 for an address whose checksum is wrong, 2003 `unchanged`.
 * Digital withdrawals pause for 24 h.
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

/** Bank data without blanks around it and without empty fields, always in the same order of fields. */
const readBank = (raw: RawBank): BankInfo => {
  const filled = Object.entries(raw)
    .map(([name, text = '']) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const bank: BankInfo = Object.fromEntries(filled)
  if (bank.accntnm === undefined && (bank.firstname === undefined || bank.lastname === undefined))
    throw domainError('invalidField', { field: bank.firstname === undefined ? 'accntnm' : 'lastname' })
  if (bank.iban === undefined && bank.accntno === undefined)
    throw domainError('invalidField', { field: 'accntno' })
  if (bank.iban === undefined) return bank
  if (!isIban(bank.iban)) throw domainError('invalidField', { field: 'iban' })
  return { ...bank, iban: normalizeAccountNumber(bank.iban) }
}

type DestinationInput = Pick<DestinationRow, 'kind' | 'network' | 'summary'> & { readonly text: string }

/** One change at a time for each customer: the customer is locked, so the same wish twice counts once. */
const save = async (
  { clock, database, secrets }: Deps,
  { uid, ip }: ChangeAuthor,
  { text, ...written }: DestinationInput,
): Promise<void> => {
  await transact(database.db, async (tx) => {
    const person = await lockCustomerById(tx, uid)
    if (person === undefined) throw new Error(`there is no customer ${uid}`)
    const purpose = purposeOf(uid, written.kind)
    const [before] = await selectDestinations(tx, uid, [written.kind])
    if (before !== undefined && secrets.open(purpose, before.sealed) === text)
      throw domainError('invalidState', { reason: 'unchanged' })
    const sealed = secrets.seal(purpose, text)
    await replaceDestination(tx, { uid, ...written, sealed, changed_ms: clock.business(), ip })
    if (person.email === null) return
    const what = written.kind === 'bank' ? 'bankData' : 'withdrawalAddress'
    await sendSecurityNotice(tx, clock.now(), person.email, person.lang, what)
  })
}
