import { describe, expect, it } from 'vitest'
import { price } from '../money/units.ts'
import { hearBook, hearSameBook, hearTrade, isBookStale, isLastStale, silentStreams } from './streams.ts'

const book = (bid: string, ask: string, receivedMs: number) => ({
  bid: price(bid),
  ask: price(ask),
  receivedMs,
})
const trade = (at: string, receivedMs: number) => ({ price: price(at), receivedMs })
const opened = hearTrade(hearBook(silentStreams, book('99.9', '100.1', 0)), trade('100', 0))

describe('the streams of a market', () => {
  it('are both stale before they speak', () => {
    expect([isBookStale(silentStreams, 0), isLastStale(silentStreams, 0)]).toEqual([true, true])
    const onlyBook = hearBook(silentStreams, book('99.9', '100.1', 0))
    expect([isBookStale(onlyBook, 1), isLastStale(onlyBook, 1)]).toEqual([false, true])
  })

  it('contracts need a book newer than 5 s, however many trades come', () => {
    const trades = hearTrade(opened, trade('100', 4_999))
    expect([isBookStale(trades, 4_999), isBookStale(trades, 5_000)]).toEqual([false, true])
    expect(isBookStale(hearSameBook(trades, 4_999), 9_998)).toBe(false)
    expect(isLastStale(trades, 9_998)).toBe(false)
  })

  it('the last price needs a new trade only where the middle moved by more than 0.1 %', () => {
    const near = hearBook(opened, book('100', '100.2', 6_000))
    expect(isLastStale(near, 7_000)).toBe(false)
    const far = hearBook(opened, book('100.01', '100.2', 6_000))
    expect([isLastStale(far, 4_999), isLastStale(far, 7_000)]).toEqual([false, true])
    expect(isLastStale(hearTrade(far, trade('100.1', 6_500)), 7_000)).toBe(false)
  })

  it('nothing for 5 s makes the last price stale', () => {
    expect([isLastStale(opened, 4_999), isLastStale(opened, 5_000)]).toEqual([false, true])
  })

  it('a last price outside the book by more than 1 % for 2 s makes both stale, until it is back', () => {
    const inside = hearBook(opened, book('98', '99.1', 100))
    expect([isBookStale(inside, 2_200), isLastStale(inside, 2_200)]).toEqual([false, false])
    let outside = hearBook(opened, book('98', '99', 100))
    expect(isBookStale(outside, 2_099)).toBe(false)
    outside = hearBook(outside, book('98', '99', 2_000))
    expect([isBookStale(outside, 2_100), isLastStale(outside, 2_100)]).toEqual([true, true])
    const below = hearBook(opened, book('101.1', '101.2', 100))
    expect([isBookStale(below, 2_100), isLastStale(below, 2_100)]).toEqual([true, true])
    const back = hearTrade(outside, trade('98.5', 2_200))
    expect([isBookStale(back, 2_200), isLastStale(back, 2_200)]).toEqual([false, false])
  })

  it('what comes late is no sign of life, and its price decides nothing until a trade on time', () => {
    const late = hearTrade(opened, { ...trade('101', 100), late: true })
    expect(isLastStale(late, 200)).toBe(true)
    expect(isLastStale(hearTrade(late, trade('100', 300)), 300)).toBe(false)
    const lateBook = hearBook(opened, { ...book('99.9', '100.1', 4_000), late: true })
    expect(isBookStale(lateBook, 5_000)).toBe(true)
  })
})
