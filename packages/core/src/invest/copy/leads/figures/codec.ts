/** Wire forms of the figures of a lead, which are stored in the same form. */
import { formatDecimal, formatUsdt, parseDecimal, usdt } from '../../../../money/units.ts'
import type { FollowerResult, ResultRange } from '../../lead.ts'
import type { Fraction } from '../../record.ts'
import type { LeadTrades } from '../../trades.ts'
import type { LeadRow } from '../../wire.ts'

/** Figures of a lead wallet, from the ledger alone; null where the record is too short to say. */
export type WalletFigures = LeadTrades & {
  /** Of the last 7, 30 and 90 days and of the whole record; never annualised. */
  readonly returns: Readonly<Record<'d7' | 'd30' | 'd90' | 'all', Fraction | null>>
  /** Largest fall of the index below its highest value. */
  readonly maxDrawdown: Fraction
  /** Standard deviation of the last 30 daily returns. */
  readonly volatility: Fraction | null
}

/** Figures of a lead that a midnight stores: of the wallet, of all followers there ever were, and of the copied fills. */
export type LeadFigures = WalletFigures & {
  readonly result: FollowerResult & {
    /** How many orders had which profit ÷ money; empty before the first midnight. */
    readonly histogram: readonly ResultRange[]
  }
  /** Mean of price difference ÷ lead price, positive where copies are worse; null without a copied fill. */
  readonly gap: Fraction | null
}

/** Decimals of a fraction of one in percent. */
const percentScale = 7
/**
 * A fraction of one in percent.
 *
 * @example formatFraction(1_100_000n) // '0.11'
 */
export const formatFraction = (fraction: Fraction): string => formatDecimal(fraction, percentScale)

const fractionOrNull = (fraction: Fraction | null): string | null =>
  fraction === null ? null : formatFraction(fraction)

/**
 * Parses a figure of a lead with its sign, by its decimals.
 *
 * @throws RangeError it is no decimal number
 */
export const signedFromWire = (text: string, scale: number): Fraction => {
  const isNegative = text.startsWith('-')
  const units = parseDecimal(isNegative ? text.slice(1) : text, scale)
  if (units === null) throw new RangeError(`not a figure of a lead: ${text}`)
  return (isNegative ? -units : units) as Fraction
}

/** Parses a percentage of the wire; throws as `signedFromWire`. */
export const fractionFromWire = (percent: string): Fraction => signedFromWire(percent, percentScale)

const fractionOrNullFromWire = (percent: string | null): Fraction | null =>
  percent === null ? null : fractionFromWire(percent)

/** Decimals of an average leverage. */
const leverageScale = 2

/**
 * An average leverage in hundredths.
 *
 * @example formatLeverage(750n) // '7.5'
 */
export const formatLeverage = (hundredths: bigint): string => formatDecimal(hundredths, leverageScale)

const hundredthsFromWire = (leverage: string): bigint => {
  const units = parseDecimal(leverage, leverageScale)
  if (units === null) throw new RangeError(`not an average leverage: ${leverage}`)
  return units
}

type WalletRow = Pick<
  LeadRow,
  'returns' | 'maxdrawdown' | 'volatility' | 'closed' | 'won' | 'holding' | 'leverage' | 'fees'
>
type FiguresRow = WalletRow & Pick<LeadRow, 'result' | 'gap'>

/** Figures as they are stored, in the form of the wire. What is newer than a row is absent from it. */
export type StoredLeadFigures = Partial<Omit<FiguresRow, 'result'>> & {
  readonly result?: Partial<FiguresRow['result']>
}

/** Formats the figures of a lead wallet, as an application stores them. */
export const walletFiguresToWire = (figures: WalletFigures): WalletRow => ({
  returns: {
    d7: fractionOrNull(figures.returns.d7),
    d30: fractionOrNull(figures.returns.d30),
    d90: fractionOrNull(figures.returns.d90),
    all: fractionOrNull(figures.returns.all),
  },
  maxdrawdown: formatFraction(figures.maxDrawdown),
  volatility: fractionOrNull(figures.volatility),
  closed: figures.closed,
  won: figures.won,
  holding: figures.holdingMs,
  leverage: figures.leverageHundredths === null ? null : formatLeverage(figures.leverageHundredths),
  fees: formatUsdt(figures.fees),
})

/** Formats the figures of a lead, as a midnight stores them. */
export const leadFiguresToWire = ({ result, gap, ...wallet }: LeadFigures): FiguresRow => ({
  ...walletFiguresToWire(wallet),
  result: {
    putin: formatUsdt(result.putIn),
    profit: formatUsdt(result.profit),
    inprofit: fractionOrNull(result.inProfit),
    median: fractionOrNull(result.median),
    orders: result.orders,
    histogram: result.histogram.map(({ from, to, orders }) => ({
      from: fractionOrNull(from),
      to: fractionOrNull(to),
      orders,
    })),
  },
  gap: fractionOrNull(gap),
})

const noFigures: FiguresRow = {
  returns: { d7: null, d30: null, d90: null, all: null },
  maxdrawdown: '0',
  volatility: null,
  closed: 0,
  won: 0,
  holding: null,
  leverage: null,
  fees: '0',
  result: { putin: '0', profit: '0', inprofit: null, median: null, orders: 0, histogram: [] },
  gap: null,
}

/**
 * Parses stored figures; those that are absent are what a lead without a midnight has.
 *
 * @throws RangeError a figure is not a decimal number
 */
export const leadFiguresFromStored = (stored: StoredLeadFigures): LeadFigures =>
  figuresFromWire({ ...noFigures, ...stored, result: { ...noFigures.result, ...stored.result } })

/** Parses the figures that an application stored; null of one made before they were kept. Throws as `leadFiguresFromStored`. */
export const applicationFiguresFromStored = (stored: StoredLeadFigures): WalletFigures | null =>
  stored.maxdrawdown === undefined ? null : walletFromWire({ ...noFigures, ...stored })

const walletFromWire = (row: WalletRow): WalletFigures => ({
  returns: {
    d7: fractionOrNullFromWire(row.returns.d7),
    d30: fractionOrNullFromWire(row.returns.d30),
    d90: fractionOrNullFromWire(row.returns.d90),
    all: fractionOrNullFromWire(row.returns.all),
  },
  maxDrawdown: fractionFromWire(row.maxdrawdown),
  volatility: fractionOrNullFromWire(row.volatility),
  closed: row.closed,
  won: row.won,
  holdingMs: row.holding,
  leverageHundredths: row.leverage === null ? null : hundredthsFromWire(row.leverage),
  fees: usdt(row.fees),
})

/** Parses the figures of a lead that the server returned; throws as `leadFiguresFromStored`. */
export const figuresFromWire = (row: FiguresRow): LeadFigures => ({
  ...walletFromWire(row),
  result: {
    putIn: usdt(row.result.putin),
    profit: usdt(row.result.profit),
    inProfit: fractionOrNullFromWire(row.result.inprofit),
    median: fractionOrNullFromWire(row.result.median),
    orders: row.result.orders,
    histogram: row.result.histogram.map(({ from, to, orders }) => ({
      from: fractionOrNullFromWire(from),
      to: fractionOrNullFromWire(to),
      orders,
    })),
  },
  gap: fractionOrNullFromWire(row.gap),
})
