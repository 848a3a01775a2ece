import { z } from 'zod'
import { call } from '../wire/call.ts'
import { choiceField, instant, textField } from '../wire/fields.ts'

/** Fields of bank data with their maximum length in characters. */
const lengths = {
  accntnm: 140,
  firstname: 70,
  lastname: 70,
  bankno: 140,
  accntno: 64,
  iban: 42,
  ifsc: 16,
  locality: 70,
  town: 70,
  city: 70,
  postcode: 16,
  address: 200,
  branchname: 140,
} as const

type BankField = keyof typeof lengths

const fieldsOf = <T>(field: (longest: number) => T): Record<BankField, T> =>
  Object.fromEntries(Object.entries(lengths).map(([name, longest]) => [name, field(longest)])) as Record<
    BankField,
    T
  >

const bankFields = fieldsOf((longest) => textField(longest).optional())

/** Bank data in a request; fields may be absent. */
export type RawBank = Partial<Record<BankField, string | undefined>>

const paused = 'Digital withdrawals pause for 24 h afterwards; a mail tells the customer.'

export const destinationCalls = {
  '/api/user/myBankCard': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'none',
    summary: 'My bank data and wallet address, as I saved them; empty before that.',
    request: z.strictObject({}),
    data: z.object({
      ...bankFields,
      cryptocurrency: z.string().optional(),
      walletaddr: z.string().optional(),
      changed: instant.optional(),
    }),
  }),
  '/api/user/saveBankCard': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    stepUp: 'always',
    changes: true,
    summary:
      'Saves my bank data, all fields at once: what is left out is emptied. It needs a holder (accntnm, or firstname and lastname) and an account (accntno or iban); an IBAN must have right check digits. A mail tells the customer.',
    request: z.strictObject(bankFields),
    data: z.object({}),
    refusals: ['invalidState'],
    example: {
      firstname: 'Ada',
      lastname: 'Example',
      bankno: 'Sample Bank',
      iban: 'DE89370400440532013000',
      city: 'Berlin',
      postcode: '10115',
    },
  }),
  '/api/user/updateWalletaddr': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    stepUp: 'always',
    changes: true,
    summary: `Saves the wallet address of a currency beside the bank data. Where the currency names ERC20 or TRC20 its checksum must be right, and it stands in for a cold wallet that is not saved. ${paused}`,
    request: z.strictObject({ cryptocurrency: textField(32), walletaddr: textField(128) }),
    data: z.object({}),
    refusals: ['invalidState'],
    example: { cryptocurrency: 'USDT(TRC20)', walletaddr: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW' },
  }),
  '/api/user/queryColdWallet': call({
    audience: 'user',
    restricted: 'allowed',
    apiKeyScope: 'none',
    summary: 'My cold wallets by network: 1001 is ERC20, 1002 is TRC20; a network without one is absent.',
    request: z.strictObject({}),
    data: z.object({ '1001': z.string().optional(), '1002': z.string().optional() }),
  }),
  '/api/user/saveOrUpdColdWallet': call({
    audience: 'user',
    restricted: 'refused',
    apiKeyScope: 'none',
    stepUp: 'always',
    changes: true,
    summary: `Saves my cold wallet on a network. The checksum must be right: EIP-55 for 1001 (all letters small or all capital carry none and are taken), Base58Check with version 0x41 for 1002. ${paused}`,
    request: z.strictObject({ addrtype: choiceField([1001, 1002]), address: textField(128) }),
    data: z.object({}),
    refusals: ['invalidState'],
    example: { addrtype: 1002, address: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW' },
  }),
} as const
