import type { CandleRow } from '@glasshouse/core/markets/wire'
import { price } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import { sparkPoints } from '../../components/market/sparkPoints.ts'
import { picture, renderHeroScene } from './house.ts'

const candle = (time: number, close: string, open = '100'): CandleRow => ({
  time,
  open,
  high: '110',
  low: '90',
  close,
  volume: '1',
})
const hours = (count: number) => Array.from({ length: count }, (_, hour) => candle(hour * 3600, '101'))

describe('renderHeroScene', () => {
  it('is null without a line', () => {
    expect(renderHeroScene([], price('100'))).toBeNull()
    expect(renderHeroScene(hours(1), price('100'))).toBeNull()
  })
  it('ends inside the drawn house at the live price', () => {
    const at = (live: string) => renderHeroScene(hours(120), price(live))?.end ?? [0, 0]
    expect(at('101')[0]).toBeLessThan(picture.right)
    expect(at('101')[0]).toBeGreaterThan(picture.right - 40)
    expect(at('109')[1]).toBeLessThan(at('91')[1])
  })
  it('draws candles only inside the drawn house', () => {
    const house = renderHeroScene(hours(120), price('101'))
    expect(house?.candles.length).toBeGreaterThan(30)
    for (const drawn of house?.candles ?? []) {
      expect(drawn.x).toBeGreaterThan(picture.left - 16)
      expect(drawn.x).toBeLessThan(picture.right + 16)
      expect(drawn.high).toBeLessThanOrEqual(drawn.bodyTop)
      expect(drawn.low).toBeGreaterThanOrEqual(drawn.bodyTop + drawn.bodyHeight - 1)
    }
  })
  it('stays inside the picture when the live price leaves the recorded range', () => {
    const house = renderHeroScene(hours(120), price('500'))
    expect(house?.end[1]).toBeGreaterThanOrEqual(190)
  })
  it('centres a market that does not move', () => {
    const still = hours(10).map((row) => ({ ...row, open: '100', high: '100', low: '100', close: '100' }))
    expect(renderHeroScene(still, price('100'))?.end[1]).toBe(275)
  })
})

describe('sparkPoints', () => {
  it('scales the closes from lowest to highest and ends with the live price', () => {
    expect(sparkPoints([candle(0, '100'), candle(1, '102'), candle(2, '101')], price('104'))).toEqual([
      0, 0.5, 1,
    ])
    expect(sparkPoints([], price('104'))).toEqual([])
  })
})
