import type { Language } from '@glasshouse/core/wire/languages'
import type { SortedRange, Tx } from '../database/index.ts'

/** Whose data is exported, and in which language. */
type ExportedCustomer = {
  readonly uid: number
  readonly lang: Language
  /** The proven e-mail address and phone number. */
  readonly addresses: readonly string[]
}

/** Whose data is erased; the account closes in the same transaction. */
type ClosedCustomer = {
  readonly uid: number
  /** The addresses the account had. */
  readonly addresses: readonly string[]
  readonly businessMs: number
}

/** Why an account cannot be closed yet, as the refusal names it; of several the first is told. */
export const closingObstacles = [
  'loanRunning',
  'ordersOpen',
  'leading',
  'withdrawalWaiting',
  'moneyLeft',
  'depositWaiting',
] as const

type ClosingObstacle = (typeof closingObstacles)[number]

/** One part of an export: its name and its rows, or one record. */
type ExportPart = {
  readonly name: string
  readonly rows: () => AsyncIterable<unknown> | Promise<unknown>
}

/** What a module stores about a customer: the parts of an export, what stands in the way of a closing, what it erases. */
export type PersonalData<Deps> = {
  readonly exportParts: (deps: Deps, customer: ExportedCustomer) => readonly ExportPart[]
  /** Asked in the transaction of the closing, which has locked all accounts of the customer; null where it may go on. */
  readonly obstacle?: (
    tx: Tx,
    customer: { readonly uid: number; readonly nowMs: number },
  ) => Promise<ClosingObstacle | null>
  readonly erase?: (tx: Tx, customer: ClosedCustomer) => Promise<unknown>
}

/** Rows per read: few enough that an export does not block the event loop. */
const rowsAtOnce = 100

/** Reads page after page, oldest first, so that concurrent inserts move no row. */
export async function* exportPages<T>(read: (page: SortedRange) => Promise<readonly T[]>): AsyncGenerator<T> {
  for (let offset = 0; ; offset += rowsAtOnce) {
    const rows = await read({ offset, limit: rowsAtOnce, direction: 'asc' })
    yield* rows
    if (rows.length < rowsAtOnce) return
  }
}
