/** Networks of digital withdrawals by wire code: USDT as ERC-20 and as TRC-20. */
export const networks = ['1001', '1002'] as const
export type Network = (typeof networks)[number]

/** Kinds of destinations: a bank account, a cold wallet on one of the networks, or a wallet of any currency. */
export type DestinationKind = 'bank' | Network | 'wallet'

/** Pause of digital withdrawals after an address change; milliseconds of the business calendar. */
export const addressCooldownMs = 24 * 3_600_000

/**
 * Whether a text has the form of an address of a network. The checksum is verified by the server.
 *
 * @example hasAddressForm('1001', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed') // true
 * @example hasAddressForm('1002', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed') // false
 */
export const hasAddressForm = (network: Network, text: string): boolean =>
  (network === '1001' ? /^0x[0-9a-fA-F]{40}$/ : /^T[1-9A-HJ-NP-Za-km-z]{33}$/).test(text)

/**
 * Network named by a currency; null if it names none.
 *
 * @example networkNamed('USDT(TRC20)') // '1002'
 * @example networkNamed('BTC') // null
 */
export const networkNamed = (currency: string): Network | null => {
  const match = /(1001|ERC-?20)|(1002|TRC-?20)/i.exec(currency)
  if (match === null) return null
  return match[1] === undefined ? '1002' : '1001'
}

/** Account number in the form in which it is compared and checked: without separators, in capitals. */
export const normalizeAccountNumber = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/**
 * Number that names a bank account, in the form in which it is compared: the IBAN, else the account number.
 *
 * @example bankAccountNumber({ accountNumber: '0123-4567 89' }) // '0123456789'
 */
export const bankAccountNumber = ({
  iban,
  accountNumber = '',
}: {
  readonly iban?: string | undefined
  readonly accountNumber?: string | undefined
}): string => normalizeAccountNumber(iban ?? accountNumber)

/**
 * Whether a text is an IBAN with correct check digits (ISO 13616, remainder 97). Spaces are allowed.
 *
 * @example isIban('DE89 3704 0044 0532 0130 00') // true
 * @example isIban('DE88 3704 0044 0532 0130 00') // false
 */
export const isIban = (text: string): boolean => {
  const iban = normalizeAccountNumber(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

/**
 * Account number or address with the middle hidden, for display to others.
 *
 * @example maskMiddle('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed') // '0x5aAe…BeAed'
 * @example maskMiddle('DE89370400440532013000') // 'DE89…3000'
 */
export const maskMiddle = (text: string): string => {
  const [head, tail] = text.length > 30 ? [6, 5] : [4, 4]
  // A short number would be almost completely visible.
  return text.length < 12 ? `…${text.slice(-2)}` : `${text.slice(0, head)}…${text.slice(-tail)}`
}
