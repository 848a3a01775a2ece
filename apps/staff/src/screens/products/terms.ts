import type { RequestOf } from '@glasshouse/core/calls'
import { type MarketProduct, saveMarketToWire } from '@glasshouse/core/console/codec'

export type Draft = Readonly<Record<DraftField, string>>
export const draftFields = [
  'title',
  'icon',
  'lot',
  'minnumber',
  'step',
  'scale',
  'multiples',
  'fee',
  'protime',
  'proscale',
  'onsale',
] as const
export type DraftField = (typeof draftFields)[number]

/** Label and limits of each field. */
export const fieldLabels: Readonly<Record<DraftField, { readonly name: string; readonly limits: string }>> = {
  title: { name: 'Title', limits: 'at most 40 letters' },
  icon: { name: 'Icon', limits: 'at most 32 letters' },
  lot: { name: 'One lot', limits: 'coins, above 0' },
  minnumber: { name: 'Smallest order', limits: 'lots, a multiple of the step' },
  step: { name: 'Step', limits: 'lots' },
  scale: { name: 'Decimals of the price', limits: '0 to 9' },
  multiples: { name: 'Leverages', limits: 'ascending, 1 to 100' },
  fee: { name: 'Fee rate', limits: '0 to 0.002; 0.0005 is 0.05 %' },
  protime: { name: 'Expiries', limits: 'minutes, ascending' },
  proscale: { name: 'Payouts', limits: 'percent, one per expiry' },
  onsale: { name: 'On sale', limits: '1 sells, 0 opens nothing new' },
}

/** Terms as announced last, and as they are in force while none are announced: a change continues from there. */
export const latestTerms = (product: MarketProduct): MarketProduct => ({
  ...product,
  ...product.announced.at(-1),
})

export const draftOf = (product: MarketProduct): Draft => ({
  title: product.title,
  icon: product.icon,
  lot: product.lot,
  minnumber: String(product.minnumber),
  step: String(product.step),
  scale: String(product.scale),
  multiples: product.multiples,
  fee: product.fee,
  protime: product.protime,
  proscale: product.proscale,
  onsale: String(product.onsale),
})

/** Changes of a draft as text, such as `Leverages: 2,5 → 2,5,10`. */
export const changesIn = (before: Draft, after: Draft): readonly string[] =>
  draftFields
    .filter((field) => before[field] !== after[field].trim())
    .map((field) => `${fieldLabels[field].name}: ${before[field]} → ${after[field].trim()}`)

const integerFields = ['minnumber', 'step', 'scale'] as const

/** Fields that take effect at an announced instant, after a second manager agreed. */
export const announcedFields: ReadonlySet<DraftField> = new Set([
  'lot',
  'multiples',
  'fee',
  'protime',
  'proscale',
])

/** Announced terms as text, such as `Payouts: 70,75 → 60,65`. */
export const announcedText = (
  product: MarketProduct,
  announced: MarketProduct['announced'][number],
): string => changesIn(draftOf(product), draftOf({ ...product, ...announced })).join('; ')

/** Request that saves the draft, or the name of the first field with an unreadable integer. */
export const requestOf = (pid: number, draft: Draft): RequestOf<'/staff/api/productSave'> | DraftField => {
  const text = (field: DraftField) => draft[field].trim()
  const wrong = integerFields.find((field) => !/^\d{1,7}$/.test(text(field)))
  if (wrong !== undefined) return wrong
  const parseInteger = (field: (typeof integerFields)[number]) => Number.parseInt(text(field), 10)
  return saveMarketToWire({
    pid,
    title: text('title'),
    icon: text('icon'),
    lot: text('lot'),
    minnumber: parseInteger('minnumber'),
    step: parseInteger('step'),
    scale: parseInteger('scale'),
    multiples: text('multiples').replace(/\s/g, ''),
    fee: text('fee'),
    protime: text('protime').replace(/\s/g, ''),
    proscale: text('proscale').replace(/\s/g, ''),
    onsale: text('onsale') === '0' ? 0 : 1,
  })
}
