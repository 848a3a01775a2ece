/** Wire forms of markets as staff see and set them up. */
import type { BodyOf, DataOf, RequestOf } from '../../calls.ts'
import { formatQuantity, type Quantity } from '../../money/units.ts'
import {
  announcedTermsFromWire,
  announcedTermsToWire,
  marketNamesToWire,
  type RawTerms,
  termsFromWire,
  termsToWire,
} from '../codec.ts'
import type { AnnouncedTerms, Product, TradingTerms } from '../product.ts'
import type { ProductField, RawProductTerms } from '../productRules.ts'
import type { MarketProductRow } from '../wire.ts'

type SaveBody = BodyOf<'/staff/api/productSave'>
type SaveRequest = RequestOf<'/staff/api/productSave'>

const wireNames = {
  title: 'ptitle',
  icon: 'icon',
  lot: 'lot',
  minLots: 'minnumber',
  stepLots: 'step',
  leverages: 'multiples',
  feeRate: 'fee',
  expiryMinutes: 'protime',
  payoutPercents: 'proscale',
  scale: 'scale',
  isOnSale: 'onsale',
} as const satisfies Record<ProductField, keyof SaveBody>

/** Every field of a market that staff change, in the order of the wire. */
export const productFields = Object.keys(wireNames) as readonly ProductField[]

/** Name of a field of a market's terms on the wire. */
export const productFieldToWire = (field: ProductField): keyof SaveBody => wireNames[field]

/** Field of a market's terms by its name on the wire; undefined for another name. */
export const productFieldFromWire = (name: unknown): ProductField | undefined =>
  productFields.find((field) => wireNames[field] === name)

/** A market as staff set it up. */
export type StaffMarket = Product & {
  /** Whether the feed of this start has it. */
  readonly isRunning: boolean
  /** Null while staff never changed it. */
  readonly changedMs: number | null
  /** Terms still to come, the next ones first. */
  readonly announced: readonly AnnouncedTerms[]
  /** Whether terms wait for a second manager. */
  readonly isProposed: boolean
}

/** What a market offers, for the audit log. */
export const productToAudit = (
  product: Product,
): Omit<MarketProductRow, 'running' | 'changed' | 'announced' | 'approvals'> => {
  const { lot, ...terms } = termsToWire(product)
  return {
    pid: product.pid,
    ...marketNamesToWire(product),
    icon: product.icon,
    lot,
    minnumber: product.minLots,
    step: product.stepLots,
    ...terms,
    kind: product.kind,
    scale: product.scale,
    onsale: product.isOnSale ? 1 : 0,
  }
}

/** Terms in force, for the audit log. */
export const termsToAudit = (terms: TradingTerms): RawTerms => termsToWire(terms)

/** Terms that are announced, for the audit log. */
export const announcedTermsToAudit = (terms: AnnouncedTerms): RawTerms & { readonly from: number } => ({
  ...termsToWire(terms),
  from: terms.fromMs,
})

/** Formats a market for `/staff/api/productList` and `/staff/api/productSave`. */
export const staffMarketToWire = (market: StaffMarket): MarketProductRow => ({
  ...productToAudit(market),
  running: market.isRunning,
  changed: market.changedMs,
  announced: market.announced.map(announcedTermsToWire),
  ...(market.isProposed ? { approvals: 1 } : {}),
})

const staffMarketFromWire = (row: MarketProductRow): StaffMarket => ({
  ...termsFromWire(row),
  pid: row.pid,
  symbol: row.procode,
  title: row.ptitle,
  icon: row.icon,
  minLots: row.minnumber,
  stepLots: row.step,
  kind: row.kind,
  scale: row.scale,
  isOnSale: row.onsale === 1,
  isRunning: row.running,
  changedMs: row.changed,
  announced: row.announced.map(announcedTermsFromWire),
  isProposed: row.approvals === 1,
})

type ListedProduct = DataOf<'/staff/api/productList'>[number]

/** A market that was saved; null of a product of another kind. Throws as `staffMarketsFromWire`. */
export const savedMarketFromWire = (product: ListedProduct): StaffMarket | null =>
  'running' in product ? staffMarketFromWire(product) : null

/**
 * The markets of a list of products.
 *
 * @throws RangeError a lot or a fee rate is not a decimal number
 */
export const staffMarketsFromWire = (products: readonly ListedProduct[]): readonly StaffMarket[] =>
  products.flatMap((product) => savedMarketFromWire(product) ?? [])

/** What staff change of a market; lists of terms are texts that the rules judge. */
export type SaveMarketCommand = Omit<RawProductTerms, 'feeRate'> & {
  readonly pid: number
  /** Null: the fee rate stays. */
  readonly feeRate: string | null
}

const requiredFields = [
  'pid',
  ...productFields.filter((field) => field !== 'feeRate').map(productFieldToWire),
] as const

/** Parses the request of `/staff/api/productSave` of kind market, or names the first field that is missing. */
export const saveMarketFromWire = (
  body: SaveBody,
): { readonly command: SaveMarketCommand } | { readonly missing: string } => {
  const missing = requiredFields.find((name) => body[name] === undefined)
  if (missing !== undefined) return { missing }
  const fields = body as { readonly [Name in keyof SaveBody]-?: NonNullable<SaveBody[Name]> }
  return {
    command: {
      pid: fields.pid,
      title: fields.ptitle,
      icon: fields.icon,
      lot: fields.lot as Quantity,
      minLots: fields.minnumber,
      stepLots: fields.step,
      leverages: fields.multiples,
      feeRate: body.fee ?? null,
      expiryMinutes: fields.protime,
      payoutPercents: fields.proscale,
      scale: fields.scale,
      isOnSale: fields.onsale === 1,
    },
  }
}

type Fields = Omit<SaveRequest, 'kind' | 'lot'> & { readonly kind: 'market' }

const fieldsOf = (terms: Omit<SaveMarketCommand, 'lot'>): Fields => ({
  kind: 'market',
  pid: terms.pid,
  ptitle: terms.title,
  icon: terms.icon,
  minnumber: terms.minLots,
  step: terms.stepLots,
  multiples: terms.leverages,
  ...(terms.feeRate === null ? {} : { fee: terms.feeRate }),
  protime: terms.expiryMinutes,
  proscale: terms.payoutPercents,
  scale: terms.scale,
  onsale: terms.isOnSale ? 1 : 0,
})

/** What the second manager compares: the call as it was made, with the fee rate that holds. */
export const saveMarketToDetails = (
  command: SaveMarketCommand & { readonly feeRate: string },
): Readonly<Record<string, unknown>> => ({ ...fieldsOf(command), lot: formatQuantity(command.lot) })

/** The terms of a market as staff typed them; the server judges the texts. */
export type TypedMarket = Omit<SaveMarketCommand, 'lot'> & { readonly lot: string }

/** Formats the terms of a market for `/staff/api/productSave`. */
export const typedMarketToWire = ({ lot, ...terms }: TypedMarket): SaveRequest => ({
  ...fieldsOf(terms),
  lot,
})
