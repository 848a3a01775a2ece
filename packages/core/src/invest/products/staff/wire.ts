/** Wire of investment products as staff see and save them. */
import { z } from 'zod'
import { call } from '../../../wire/call.ts'
import { choiceField, formatAmount, instant, textField, usdtField, wholeField } from '../../../wire/fields.ts'
import { copyProductFields, copyProductRow } from '../../copy/wire.ts'
import { productKinds } from '../../wire.ts'

const cycleRow = z.object({
  id: z.number().int(),
  interesttype: z.union([z.literal(1), z.literal(2)]),
  rete: formatAmount,
  freezedate: z.number().int(),
  minbuymoney: formatAmount,
  maxbuymoney: formatAmount,
})

/** A product with its terms, what it sold and how it is funded, as staff see it. */
export const investProductRow = z.object({
  id: z.number().int(),
  kind: z.enum(productKinds),
  name: z.string(),
  picurl: z.string(),
  remark: z.string(),
  position: z.number().int(),
  onsale: z.number().int(),
  ishot: z.number().int(),
  status: z.number().int().meta({ description: '1 can be bought, 2 cannot; computed' }),
  cycles: z.array(cycleRow).meta({ description: 'the first of each interesttype is the base' }),
  quota: formatAmount,
  redeemdays: z.number().int(),
  redeemfee: formatAmount,
  texts: z.record(z.string(), z.record(z.string(), z.string())),
  claims: z.record(z.string(), z.object({ text: z.string(), source: z.string() })),
  sold: formatAmount,
  promised: formatAmount,
  reserve: formatAmount,
  free: formatAmount,
  createtime: instant,
  changed: instant,
  copy: copyProductRow.optional().meta({ description: 'of a copy product' }),
  approvals: z
    .number()
    .int()
    .meta({ description: '1: a raise waits for a second manager and nothing of the call is done yet' }),
})
export type InvestProductRow = z.infer<typeof investProductRow>

/** Fields of productSave of kind invest; which are required is checked where the product is saved. */
export const investProductFields = {
  type: z.enum(productKinds).optional(),
  name: textField(40).optional(),
  picurl: textField(300).optional().meta({ description: 'a picture of this product: a path, or empty' }),
  remark: textField(200).optional(),
  position: wholeField(0, 1_000_000).optional(),
  ishot: choiceField([0, 1]).optional(),
  cycles: textField(20_000).optional().meta({
    description:
      'JSON: [{id?, interesttype, rete, freezedate, minbuymoney, maxbuymoney}]; one without id is new, one that is left out is no longer sold',
  }),
  quota: usdtField().optional().meta({ description: 'most principal that may run; 0 none' }),
  redeemdays: wholeField(0, 10_000).optional(),
  redeemfee: textField(12).optional().meta({ description: 'a fraction of one, at most 1' }),
  texts: textField(100_000).optional().meta({
    description: 'JSON: language → {source?, riskmsg?, remark?, detailintroduce?}',
  }),
  claims: textField(10_000).optional().meta({
    description: 'JSON: agency, custodianbank, jianguan, security → {text, source (https)}',
  }),
  ...copyProductFields,
} as const

/** Shape of `cycles` of productSave. */
export const cycleDrafts = z
  .array(
    z.strictObject({
      id: wholeField(1).optional(),
      interesttype: choiceField([1, 2]),
      rete: z.string(),
      freezedate: wholeField(1),
      minbuymoney: usdtField(),
      maxbuymoney: usdtField(),
    }),
  )
  .min(1)
  .max(20)

const dueRow = z.object({
  daily: z.string().meta({ description: 'yyyymmdd, the day that ends with the midnight of the payment' }),
  interest: formatAmount,
  principal: formatAmount,
})

export const investStaffCalls = {
  '/staff/api/investBook': call({
    audience: 'staff',
    requiredRole: 'service',
    summary:
      'Shows every investment product with what it sold and promised, its reserve, and the payments falling due on each of the next 30 days.',
    request: z.strictObject({}),
    data: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        kind: z.enum(productKinds),
        orders: z.number().int().meta({ description: 'in processing' }),
        sold: formatAmount,
        promised: formatAmount,
        reserve: formatAmount,
        free: formatAmount,
        due: z.array(dueRow),
      }),
    ),
  }),
} as const
