import type { RequestOf } from '@glasshouse/core/calls'
import type { AnnouncedTerms } from '@glasshouse/core/markets/product'
import type { ProductField } from '@glasshouse/core/markets/productRules'
import { type StaffMarket, typedMarketToWire } from '@glasshouse/core/markets/staff/codec'
import { termsTextOf } from '@glasshouse/core/markets/terms'

/** What staff typed in each field of a market. */
export type Draft = Readonly<Record<ProductField, string>>

/** Fields of a market in the order of the form. */
export const draftFields = [
  'title',
  'icon',
  'lot',
  'minLots',
  'stepLots',
  'scale',
  'leverages',
  'feeRate',
  'expiryMinutes',
  'payoutPercents',
  'isOnSale',
] as const satisfies readonly ProductField[]

/** Label and limits of each field. */
export const fieldLabels: Readonly<Record<ProductField, { readonly name: string; readonly limits: string }>> =
  {
    title: { name: 'Title', limits: 'at most 40 letters' },
    icon: { name: 'Icon', limits: 'at most 32 letters' },
    lot: { name: 'One lot', limits: 'coins, above 0' },
    minLots: { name: 'Smallest order', limits: 'lots, a multiple of the step' },
    stepLots: { name: 'Step', limits: 'lots' },
    scale: { name: 'Decimals of the price', limits: '0 to 9' },
    leverages: { name: 'Leverages', limits: 'ascending, 1 to 100' },
    feeRate: { name: 'Fee rate', limits: '0 to 0.002; 0.0005 is 0.05 %' },
    expiryMinutes: { name: 'Expiries', limits: 'minutes, ascending' },
    payoutPercents: { name: 'Payouts', limits: 'percent, one per expiry' },
    isOnSale: { name: 'On sale', limits: '1 sells, 0 opens nothing new' },
  }

/** Terms as announced last, and as they are in force while none are announced: a change continues from there. */
export const latestTerms = (product: StaffMarket): StaffMarket => ({
  ...product,
  ...product.announced.at(-1),
})

export const draftOf = (product: StaffMarket): Draft => ({
  ...termsTextOf(product),
  title: product.title,
  icon: product.icon,
  minLots: String(product.minLots),
  stepLots: String(product.stepLots),
  scale: String(product.scale),
  isOnSale: product.isOnSale ? '1' : '0',
})

/** Changes of a draft as text, such as `Leverages: 2,5 → 2,5,10`. */
export const changesIn = (before: Draft, after: Draft): readonly string[] =>
  draftFields
    .filter((field) => before[field] !== after[field].trim())
    .map((field) => `${fieldLabels[field].name}: ${before[field]} → ${after[field].trim()}`)

const integerFields = ['minLots', 'stepLots', 'scale'] as const

/** Fields that take effect at an announced instant, after a second manager agreed. */
export const announcedFields: ReadonlySet<ProductField> = new Set([
  'lot',
  'leverages',
  'feeRate',
  'expiryMinutes',
  'payoutPercents',
])

/** Announced terms as text, such as `Payouts: 70,75 → 60,65`. */
export const announcedText = (product: StaffMarket, announced: AnnouncedTerms): string =>
  changesIn(draftOf(product), draftOf({ ...product, ...announced })).join('; ')

/** Request that saves the draft, or the name of the first field with an unreadable integer. */
export const requestOf = (pid: number, draft: Draft): RequestOf<'/staff/api/productSave'> | ProductField => {
  const text = (field: ProductField) => draft[field].trim()
  const wrong = integerFields.find((field) => !/^\d{1,7}$/.test(text(field)))
  if (wrong !== undefined) return wrong
  const parseInteger = (field: (typeof integerFields)[number]) => Number.parseInt(text(field), 10)
  return typedMarketToWire({
    pid,
    title: text('title'),
    icon: text('icon'),
    lot: text('lot'),
    minLots: parseInteger('minLots'),
    stepLots: parseInteger('stepLots'),
    scale: parseInteger('scale'),
    leverages: text('leverages').replace(/\s/g, ''),
    feeRate: text('feeRate'),
    expiryMinutes: text('expiryMinutes').replace(/\s/g, ''),
    payoutPercents: text('payoutPercents').replace(/\s/g, ''),
    isOnSale: text('isOnSale') !== '0',
  })
}
