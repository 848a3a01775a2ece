/** Wire forms of the texts and claims of products; the stored JSON has the same names. */
import type { ClaimName, Claims, ProductTexts, TextName, Texts } from '../../productTexts.ts'
import type { ProductDetailText } from '../../wire.ts'

const textWords = {
  source: 'source',
  risk: 'riskmsg',
  remark: 'remark',
  introduction: 'detailintroduce',
} as const satisfies Record<TextName, string>

const claimWords = {
  agency: 'agency',
  custodian: 'custodianbank',
  supervision: 'jianguan',
  security: 'security',
} as const satisfies Record<ClaimName, string>

/**
 * The other name of each, in both directions: a name that only the other side knows is exchanged too and stays unknown
 * there.
 */
const bothWays = (words: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(words).flatMap(([inside, wire]) => [[inside, wire] as const, [wire, inside] as const]),
  )

const otherText = bothWays(textWords)
const otherClaim = bothWays(claimWords)

const renamed = <Value>(
  names: ReadonlyMap<string, string>,
  values: Readonly<Record<string, Value>>,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name) ?? name, value]))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const renamedTexts = <Value>(texts: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(texts).map(([language, byName]) => [
      language,
      isRecord(byName) ? (renamed(otherText, byName) as Value) : byName,
    ]),
  )

/** Texts with their names on the wire. */
export const textsToWire = (texts: Texts): Record<string, Record<string, string>> =>
  renamedTexts<Record<string, string>>(texts)

/** Texts that the server returned, or that are stored. */
export const textsFromWire = (texts: Texts): Texts => renamedTexts(texts)

/** Claims with their names on the wire. */
export const claimsToWire = (claims: Claims): Record<string, Claims[string]> => renamed(otherClaim, claims)

/** Claims that the server returned, or that are stored. */
export const claimsFromWire = (claims: Claims): Claims => renamed(otherClaim, claims)

const rawFromWire = (json: string, rename: (values: Readonly<Record<string, unknown>>) => object): string => {
  try {
    const values: unknown = JSON.parse(json)
    return isRecord(values) ? JSON.stringify(rename(values)) : json
  } catch {
    return json
  }
}

/** JSON of texts that is not validated yet, with the names inside; what is no object is left as it is. */
export const rawTextsFromWire = (json: string): string => rawFromWire(json, renamedTexts)

/** The same of claims. */
export const rawClaimsFromWire = (json: string): string =>
  rawFromWire(json, (claims) => renamed(otherClaim, claims))

/** Formats the texts of a product for `/api/invest/productDetail`. */
export const productTextsToWire = ({ claims, ...texts }: ProductTexts): ProductDetailText => ({
  repayment: texts.repayment,
  settlementtime: texts.settlement,
  dividend: texts.fixed,
  dividend2: texts.compound,
  referralreward: texts.referral,
  source: texts.source,
  riskmsg: texts.risk,
  remark: texts.remark,
  detailintroduce: texts.introduction,
  ...claimsToWire(claims),
})

/** Parses the texts of a product that the server returned. */
export const productTextsFromWire = (row: ProductDetailText): ProductTexts => ({
  repayment: row.repayment,
  settlement: row.settlementtime,
  fixed: row.dividend,
  compound: row.dividend2,
  referral: row.referralreward,
  source: row.source,
  risk: row.riskmsg,
  remark: row.remark,
  introduction: row.detailintroduce,
  claims: {
    ...(row.agency && { agency: row.agency }),
    ...(row.custodianbank && { custodian: row.custodianbank }),
    ...(row.jianguan && { supervision: row.jianguan }),
    ...(row.security && { security: row.security }),
  },
})
