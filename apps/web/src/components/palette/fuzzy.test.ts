import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzyFilter, fuzzyScore } from './fuzzy.ts'

const markets = ['BTCUSDT Bitcoin', 'ETHUSDT Ethereum', 'BCHUSDT Bitcoin Cash', 'DOGEUSDT Dogecoin']
const find = (typed: string) => fuzzyFilter(markets, typed, (text) => text)

describe('fuzzyFilter', () => {
  it('puts a beginning before a word, a part and scattered letters', () => {
    expect(find('bt')[0]).toBe('BTCUSDT Bitcoin')
    expect(find('bitcoin')).toEqual(['BTCUSDT Bitcoin', 'BCHUSDT Bitcoin Cash'])
    expect(find('cash')).toEqual(['BCHUSDT Bitcoin Cash'])
    expect(find('dgu')).toEqual(['DOGEUSDT Dogecoin'])
    expect(find('xyz')).toEqual([])
  })

  it('keeps all items in their order for blank input', () => {
    for (const typed of ['', '  ']) expect(find(typed)).toEqual(markets)
  })

  it('ignores case, marks, width and spaces in every script', () => {
    for (const [text, typed] of [
      ['Retirada de cartão', 'cartao'],
      ['Настройки уведомлений', 'уведом'],
      ['入金', '入金'],
      ['체결 내역', '체결내역'],
      ['ฝากเงิน', 'ฝาก'],
      ['BTCUSDT', 'ｂｔｃ'],
      ['Withdrawal addresses', 'wad'],
    ] as const)
      expect(fuzzyScore(text, typed), `${text} ${typed}`).not.toBeNull()
  })
})

describe('fuzzyScore', () => {
  it('falls from a beginning over a word and a part to letters in order', () => {
    const scores = ['Positions', 'Open positions', 'Deposit', 'Proof of assets'].map((text) =>
      fuzzyScore(text, 'pos'),
    )
    expect(scores).not.toContain(null)
    expect(new Set(scores).size).toBe(scores.length)
    expect(scores.toSorted((a, b) => (b ?? 0) - (a ?? 0))).toEqual(scores)
  })

  it('finds every text by each of its beginnings, and nothing by a letter it has not', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-y]{1,12}$/), fc.nat(11), (text, at) => {
        expect(fuzzyScore(text, text.slice(0, at + 1))).not.toBeNull()
        expect(fuzzyScore(text, `${text}z`)).toBeNull()
      }),
    )
  })
})
