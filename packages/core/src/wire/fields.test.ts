import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  choiceField,
  choiceListField,
  optionalPriceField,
  pagingFields,
  priceField,
  usdtField,
  wholeField,
} from './fields.ts'

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('amounts', () => {
  it.each([
    '',
    ' ',
    '-1',
    '+1',
    '1e5',
    '1e309',
    'NaN',
    'Infinity',
    '0x1f',
    '.5',
    '5.',
    '1,5',
    '１',
    '٣',
    ' 1',
    '1 ',
    '1\n',
    '0.000000001',
    '1234567890123456',
    1,
    1.5,
    null,
    undefined,
    [],
    ['1'],
    {},
    true,
  ])('rejects %j', (value) => {
    expect(passes(usdtField(), value)).toBe(false)
  })
  it('parses whole units, zero included', () => {
    expect(usdtField().parse('0')).toBe(0n)
    expect(usdtField().parse('0.00000001')).toBe(1n)
    expect(usdtField().parse('999999999999999.99999999')).toBe(99999999999999999999999n)
    expect(priceField().parse('0.000000001')).toBe(1n)
  })
  it('treats an empty or zero optional price as none', () => {
    expect(['', '0', '0.000', undefined].map((value) => optionalPriceField().parse(value))).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(optionalPriceField().parse('1.5')).toBe(1_500_000_000n)
    expect(passes(optionalPriceField(), '-1')).toBe(false)
  })
})

describe('whole numbers', () => {
  it.each([
    '',
    '1.0',
    '1e3',
    '-1',
    ' 1',
    '0x1',
    '9007199254740993',
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    null,
    ['1'],
    true,
  ])('rejects %j', (value) => {
    expect(passes(wholeField(), value)).toBe(false)
  })
  it('enforces its limits', () => {
    expect(wholeField(1, 100).parse('100')).toBe(100)
    expect(passes(wholeField(1, 100), '101')).toBe(false)
    expect(passes(wholeField(1, 100), 0)).toBe(false)
  })
})

describe('closed sets', () => {
  it('accept members only', () => {
    expect(choiceField([1, 2]).parse('2')).toBe(2)
    expect(passes(choiceField([1, 2]), 3)).toBe(false)
    expect(choiceListField([0, 1, 2]).parse('1,2')).toEqual([1, 2])
    expect(choiceListField([0, 1, 2]).parse(1)).toEqual([1])
    for (const bad of ['', '1,', '1,,2', '3', '1, 2'])
      expect(passes(choiceListField([0, 1, 2]), bad)).toBe(false)
  })
  it('limits paging', () => {
    const paging = z.strictObject(pagingFields(['createtime', 'id']))
    expect(paging.parse({})).toEqual({ pageNum: 1, pageSize: 10, orderByColumn: 'createtime', isAsc: 'desc' })
    expect(passes(paging, { pageSize: '1e9' })).toBe(false)
    expect(passes(paging, { pageSize: 101 })).toBe(false)
    expect(passes(paging, { pageSize: 0 })).toBe(false)
    expect(passes(paging, { orderByColumn: 'pwd' })).toBe(false)
    expect(passes(paging, { other: 1 })).toBe(false)
  })
  it('accepts createtime in every list', () => {
    const bought = z.strictObject(pagingFields(['buytime', 'id']))
    expect(bought.parse({})).toMatchObject({ orderByColumn: 'buytime' })
    expect(bought.parse({ orderByColumn: 'createtime' })).toMatchObject({ orderByColumn: 'buytime' })
    expect(bought.parse({ orderByColumn: 'id' })).toMatchObject({ orderByColumn: 'id' })
    const placed = z.strictObject(pagingFields(['position', 'id'], 'id'))
    expect(placed.parse({ orderByColumn: 'createtime' })).toMatchObject({ orderByColumn: 'id' })
    expect(placed.parse({})).toMatchObject({ orderByColumn: 'position' })
  })
})
