/** Wire and stored forms of bank data and wallet addresses. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import type { Network } from './rules.ts'
import type { RawBank } from './wire.ts'

const wireNames = {
  holder: 'accntnm',
  firstName: 'firstname',
  lastName: 'lastname',
  bankName: 'bankno',
  accountNumber: 'accntno',
  iban: 'iban',
  ifsc: 'ifsc',
  branchName: 'branchname',
  address: 'address',
  locality: 'locality',
  town: 'town',
  city: 'city',
  postCode: 'postcode',
} as const satisfies Record<string, keyof RawBank>

/** A field of bank data. */
export type BankField = keyof typeof wireNames

/** Every field of bank data, in the order of the columns of a payout file. */
export const bankFields = Object.keys(wireNames) as readonly BankField[]

/** Bank data; fields that were not given are absent. */
export type BankDetails = { readonly [Field in BankField]?: string | undefined }

/** Wallet address of a currency. */
export type WalletAddress = { readonly currency: string; readonly address: string }

/** Name of a field of bank data on the wire. */
export const bankFieldToWire = (field: BankField): keyof RawBank => wireNames[field]

/** Field of bank data by its name on the wire; undefined for another name. */
export const bankFieldFromWire = (name: unknown): BankField | undefined =>
  bankFields.find((field) => wireNames[field] === name)

/** Parses bank data of the wire; it is stored in the same form. */
export const bankFromWire = (raw: RawBank): BankDetails =>
  Object.fromEntries(
    bankFields.flatMap((field) => {
      const text = raw[wireNames[field]]
      return text === undefined ? [] : [[field, text]]
    }),
  )

/** Formats bank data for `/api/user/saveBankCard`. */
export const bankToWire = (bank: BankDetails): RequestOf<'/api/user/saveBankCard'> =>
  Object.fromEntries(
    bankFields.flatMap((field) => {
      const text = bank[field]
      return text === undefined ? [] : [[wireNames[field], text]]
    }),
  )

/**
 * Bank data as they are sealed and exported: a JSON object of the wire's names in alphabetical order, so that equal data
 * are equal texts.
 *
 * @example bankToText({ iban: 'DE89370400440532013000', holder: 'Ada' }) // '{"accntnm":"Ada","iban":"DE89…"}'
 */
export const bankToText = (bank: BankDetails): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(bankToWire(bank)).sort(([one], [other]) => (one < other ? -1 : 1))),
  )

/** The reverse of `bankToText`. */
export const bankFromText = (text: string): BankDetails => bankFromWire(JSON.parse(text) as RawBank)

const walletNames = { currency: 'cryptocurrency', address: 'walletaddr' } as const

/** Name of a field of a wallet address on the wire. */
export const walletFieldToWire = (field: keyof WalletAddress): string => walletNames[field]

/** Whether an error names the address of a wallet, in whichever form. */
export const isAddressField = (name: unknown): boolean => name === 'address' || name === walletNames.address

/** Parses the request of `/api/user/updateWalletaddr`. */
export const walletFromWire = (body: BodyOf<'/api/user/updateWalletaddr'>): WalletAddress => ({
  currency: body.cryptocurrency,
  address: body.walletaddr,
})

/** Formats the request of `/api/user/updateWalletaddr`. */
export const walletToWire = ({
  currency,
  address,
}: WalletAddress): RequestOf<'/api/user/updateWalletaddr'> => ({
  cryptocurrency: currency,
  walletaddr: address,
})

/** A wallet address as it is sealed. */
export const walletToText = (wallet: WalletAddress): string => JSON.stringify(walletToWire(wallet))

/** The reverse of `walletToText`. */
export const walletFromText = (text: string): WalletAddress =>
  walletFromWire(JSON.parse(text) as BodyOf<'/api/user/updateWalletaddr'>)

/** Bank data and wallet address of a customer as saved; null and absent fields before that. */
export type SavedDestinations = {
  readonly bank: BankDetails
  readonly wallet: WalletAddress | null
  /** Instant of the last change of the bank data by the business calendar; null before it. */
  readonly changedMs: number | null
}

/** Formats the answer of `/api/user/myBankCard`. */
export const destinationsToWire = ({
  bank,
  wallet,
  changedMs,
}: SavedDestinations): DataOf<'/api/user/myBankCard'> => ({
  ...bankToWire(bank),
  ...(wallet === null ? {} : walletToWire(wallet)),
  ...(changedMs === null ? {} : { changed: changedMs }),
})

/** Parses the answer of `/api/user/myBankCard`. */
export const destinationsFromWire = (data: DataOf<'/api/user/myBankCard'>): SavedDestinations => {
  const { cryptocurrency, walletaddr, changed, ...bank } = data
  return {
    bank: bankFromWire(bank),
    wallet:
      cryptocurrency === undefined || walletaddr === undefined
        ? null
        : walletFromWire({ cryptocurrency, walletaddr }),
    changedMs: changed ?? null,
  }
}

/** Network of a cold wallet by the number of the wire. */
const networkNames = { 1001: '1001', 1002: '1002' } as const

/** Parses the request of `/api/user/saveOrUpdColdWallet`. */
export const coldWalletFromWire = (body: BodyOf<'/api/user/saveOrUpdColdWallet'>) => ({
  network: networkNames[body.addrtype],
  address: body.address,
})

/** Formats the request of `/api/user/saveOrUpdColdWallet`. */
export const coldWalletToWire = ({
  network,
  address,
}: {
  readonly network: Network
  readonly address: string
}): RequestOf<'/api/user/saveOrUpdColdWallet'> => ({ addrtype: network === '1001' ? 1001 : 1002, address })
