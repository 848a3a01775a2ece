import { type ContractWallet, contractWallets } from '@glasshouse/core/contracts/contractWallet'
import { type SizeUnit, type StopUnit, sizeUnits, stopUnits } from './units.ts'

/** Last choices in the ticket of this browser. */
export type TicketChoices = {
  readonly mode: 'market' | 'fixed' | 'trigger'
  readonly leverage: number
  readonly unit: SizeUnit
  readonly stopUnit: StopUnit
  readonly wallet: ContractWallet
}

const storageKey = 'glasshouse.ticket'
const first: TicketChoices = {
  mode: 'market',
  leverage: 10,
  unit: 'lots',
  stopUnit: 'price',
  wallet: 'contract',
}

const oneOf = <Value>(values: readonly Value[], stored: unknown, otherwise: Value): Value =>
  values.find((value) => value === stored) ?? otherwise

/**
 * Parses stored choices; what is missing or unknown has its first value.
 *
 * @example readChoices('{"unit":"usdt"}').unit // 'usdt'
 */
export const readChoices = (text: string | null): TicketChoices => {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return first
    const known: Partial<Record<keyof TicketChoices, unknown>> = stored
    const { leverage } = known
    return {
      mode: oneOf(['market', 'fixed', 'trigger'], known.mode, first.mode),
      leverage:
        typeof leverage === 'number' && Number.isSafeInteger(leverage) && leverage > 0
          ? leverage
          : first.leverage,
      unit: oneOf(sizeUnits, known.unit, first.unit),
      stopUnit: oneOf(stopUnits, known.stopUnit, first.stopUnit),
      wallet: oneOf(contractWallets, known.wallet === 2 ? 'contract2' : known.wallet, first.wallet),
    }
  } catch {
    return first
  }
}

export const loadChoices = (): TicketChoices => readChoices(localStorage.getItem(storageKey))

/** Remembers some choices for the next ticket of this browser. */
export const rememberChoices = (some: Partial<TicketChoices>): void =>
  localStorage.setItem(storageKey, JSON.stringify({ ...loadChoices(), ...some }))
