/** Wire forms of what a command leaves of an investment product: its fields merged with what is stored. */
import type { BodyOf } from '../../../calls.ts'
import { usdt } from '../../../money/units.ts'
import { methodFromWire } from '../../codec.ts'
import { type CopyTerms, type RawCopyTerms, writeCopyTerms } from '../../copy/productRules.ts'
import type { RawCycle, RawPresentation, RawProduct } from '../../productRules.ts'
import { formatRate } from '../../rates.ts'
import type { OfferedCycle } from '../codec.ts'
import type { SaveProductCommand } from '../save/codec.ts'
import type { StaffProduct } from '../staff/codec.ts'
import { cycleDrafts } from '../staff/wire.ts'
import { claimsToWire, rawClaimsFromWire, rawTextsFromWire, textsToWire } from '../texts/codec.ts'

type SaveBody = BodyOf<'/staff/api/productSave'>

/** Fields to save, or the name on the wire of the first one that a new product lacks. */
export type MergedFields<Fields> = { readonly fields: Fields } | { readonly missing: string }

const merge = <Fields extends object>(
  fields: {
    readonly [Name in keyof Fields]: Fields[Name] | undefined
  },
  fieldToWire: (field: keyof Fields) => string,
): MergedFields<Fields> => {
  const names = Object.keys(fields) as (keyof Fields)[]
  const missing = names.find((name) => fields[name] === undefined)
  return missing === undefined ? { fields: fields as Fields } : { missing: fieldToWire(missing) }
}

const productFields = {
  kind: 'type',
  name: 'name',
  pictureUrl: 'picurl',
  remark: 'remark',
  position: 'position',
  onSale: 'onsale',
  featured: 'ishot',
  texts: 'texts',
  claims: 'claims',
  cycles: 'cycles',
  quota: 'quota',
  redeemDays: 'redeemdays',
  redeemFee: 'redeemfee',
} as const satisfies Record<keyof RawProduct, keyof SaveBody>

/** Name of a field of a product with interest, or of how any product is shown, on the wire. */
export const investFieldToWire = (field: keyof RawProduct): keyof SaveBody => productFields[field]

const flagOf = (value: 0 | 1 | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 1

const presentationOf = (fields: SaveBody, known: StaffProduct | null) => ({
  name: fields.name ?? known?.name,
  pictureUrl: fields.picurl ?? known?.pictureUrl ?? '',
  remark: fields.remark ?? known?.remark ?? '',
  position: fields.position ?? known?.position ?? 0,
  onSale: flagOf(fields.onsale) ?? known?.isOnSale,
  featured: flagOf(fields.ishot) ?? known?.isFeatured ?? false,
  texts: rawTextsFromWire(fields.texts ?? JSON.stringify(textsToWire(known?.texts ?? {}))),
  claims: rawClaimsFromWire(fields.claims ?? JSON.stringify(claimsToWire(known?.claims ?? {}))),
})

/** How a product will be shown: what a command leaves out stays as it is. */
export const mergePresentation = (
  { fields }: SaveProductCommand,
  known: StaffProduct | null,
): MergedFields<RawPresentation> => merge(presentationOf(fields, known), investFieldToWire)

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Cycles as staff wrote them; null for anything else than 1 to 20 of them. */
const rawCyclesFromWire = (json: string): readonly RawCycle[] | null => {
  const parsed = cycleDrafts.safeParse(parseJson(json))
  if (!parsed.success) return null
  return parsed.data.map((cycle) => ({
    id: cycle.id ?? null,
    method: methodFromWire(cycle.interesttype),
    rate: cycle.rete,
    days: cycle.freezedate,
    min: cycle.minbuymoney,
    max: cycle.maxbuymoney,
  }))
}

const rawCycle = ({ id, method, rate, days, min, max }: OfferedCycle): RawCycle => ({
  ...{ id, method, rate: formatRate(rate), days, min, max },
})

/** A product with interest as a command leaves it; null for a copy product. */
export const mergeProduct = (
  { fields, kind: named }: SaveProductCommand,
  known: StaffProduct | null,
): MergedFields<RawProduct> | null => {
  const kind = named ?? known?.kind
  if (kind === 'copy') return null
  return merge<RawProduct>(
    {
      kind,
      ...presentationOf(fields, known),
      cycles: fields.cycles === undefined ? known?.cycles.map(rawCycle) : rawCyclesFromWire(fields.cycles),
      quota: fields.quota ?? known?.quota ?? usdt('0'),
      redeemDays: fields.redeemdays ?? known?.redeemDays,
      redeemFee: fields.redeemfee ?? (known === null ? '1' : formatRate(known.redeemFee)),
    },
    investFieldToWire,
  )
}

const copyFields = {
  periodDays: 'freezedate',
  min: 'minbuymoney',
  max: 'maxbuymoney',
  leadFee: 'leadfee',
  maxMultiple: 'maxmultiple',
  copyStop: 'copystop',
  exitLevy: 'exitlevy',
} as const satisfies Record<keyof RawCopyTerms, keyof SaveBody>

/** Name of a field of the terms of a copy product on the wire. */
export const copyFieldToWire = (field: keyof RawCopyTerms): keyof SaveBody => copyFields[field]

/** What a new copy product has where staff leave it out. */
const usualTerms = { leadFee: '10', maxMultiple: 10, copyStop: '50', exitLevy: '0.1' }

/** Terms of a copy product as a command leaves them. */
export const mergeCopyTerms = (
  { fields }: SaveProductCommand,
  terms: CopyTerms | null,
): MergedFields<RawCopyTerms> => {
  const known = terms === null ? null : writeCopyTerms(terms)
  return merge(
    {
      periodDays: fields.freezedate ?? known?.periodDays,
      min: fields.minbuymoney ?? known?.min,
      max: fields.maxbuymoney ?? known?.max,
      leadFee: fields.leadfee ?? known?.leadFee ?? usualTerms.leadFee,
      maxMultiple: fields.maxmultiple ?? known?.maxMultiple ?? usualTerms.maxMultiple,
      copyStop: fields.copystop ?? known?.copyStop ?? usualTerms.copyStop,
      exitLevy: fields.exitlevy ?? known?.exitLevy ?? usualTerms.exitLevy,
    },
    copyFieldToWire,
  )
}
