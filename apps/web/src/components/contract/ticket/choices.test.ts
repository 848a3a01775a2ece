import { expect, it } from 'vitest'
import { readChoices } from './choices.ts'

const first = { mode: 'market', leverage: 10, unit: 'lots', stopUnit: 'price', wallet: 'contract' }

it('reads the last choices, and the first value of what is missing or unknown', () => {
  const all = { mode: 'fixed', leverage: 50, unit: 'usdt', stopUnit: 'percent', wallet: 'contract2' }
  expect(readChoices(JSON.stringify(all))).toEqual(all)
  for (const text of [null, '', '{', 'null', '[]', '"x"'])
    expect(readChoices(text), String(text)).toEqual(first)
  expect(readChoices('{"unit":"coin","leverage":-1,"wallet":3,"mode":"stop"}')).toEqual({
    ...first,
    unit: 'coin',
  })
})
