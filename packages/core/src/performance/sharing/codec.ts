/** What of a receipt a public link shows. */
import type { DataOf } from '../../calls.ts'

type ContractReceipt = DataOf<'/api/contract/receipt'>
type OptionReceipt = DataOf<'/api/option/receipt'>

/**
 * The receipt of a position as everyone may read it: what the files of its day say, less what is of the account and not of
 * the trade, that is the balances at a liquidation, the part of a fee that a bonus paid, and API keys.
 *
 * @example publicContractReceipt(receipt).events[0].account // undefined
 */
export const publicContractReceipt = (receipt: ContractReceipt): ContractReceipt => ({
  ...receipt,
  events: receipt.events.map(({ account: _account, feeFromBonus: _bonus, apikey: _key, ...event }) => event),
})

/** The receipt of an option as everyone may read it, without the API key that bought it. */
export const publicOptionReceipt = (receipt: OptionReceipt): OptionReceipt => {
  const { apikey: _key, ...entry } = receipt.entry
  return { ...receipt, entry }
}
