import { expect, it } from 'vitest'
import type { ScriptMessage } from './script.ts'
import { steeredMarkets } from './steeredMarkets.ts'

const opening = { BTCUSDT: '65850.00', DOGEUSDT: '0.13805' }

/** Reads the script until a market was moved so often. */
const readMoves = async (
  markets: ReturnType<typeof steeredMarkets>,
  moves: readonly (readonly [string, string])[],
): Promise<readonly ScriptMessage[]> => {
  const live: ScriptMessage[] = []
  let past = 0
  void markets.pastIsPlayed.then(() => {
    for (const [symbol, bid] of moves) markets.set(symbol, bid)
  })
  for await (const message of markets.script) {
    if (message.kind === 'trade' && past < 2 * 3 * 5) past += 1
    else live.push(message)
    if (live.filter(({ kind }) => kind === 'trade').length === moves.length) break
  }
  return live
}

it('stands still at the opening, and moves with a book and one trade at the bid', async () => {
  const markets = steeredMarkets(opening, 5)
  expect(markets.bid('DOGEUSDT')).toBe('0.13805')
  const live = await readMoves(markets, [
    ['BTCUSDT', '64990.00'],
    ['DOGEUSDT', '0.13806'],
    ['BTCUSDT', '64991.50'],
  ])
  expect(live.slice(0, 2)).toMatchObject([
    {
      kind: 'depth',
      symbol: 'BTCUSDT',
      bids: [['65850.00', '1.00000'], ...Array(4).fill(expect.anything())],
    },
    { kind: 'depth', symbol: 'DOGEUSDT' },
  ])
  expect(live.slice(-6)).toMatchObject([
    { kind: 'depth', symbol: 'BTCUSDT' },
    { kind: 'trade', symbol: 'BTCUSDT', price: '64990.00' },
    { kind: 'depth', symbol: 'DOGEUSDT' },
    { kind: 'trade', symbol: 'DOGEUSDT', price: '0.13806' },
    { kind: 'depth', symbol: 'BTCUSDT' },
    { kind: 'trade', symbol: 'BTCUSDT', price: '64991.50' },
  ])
  const book = live.findLast(({ kind, symbol }) => kind === 'depth' && symbol === 'DOGEUSDT')
  expect(book).toMatchObject({ bids: { 0: ['0.13806', '1.00000'] }, asks: { 0: ['0.13807', '1.00000'] } })
  expect(markets.bid('BTCUSDT')).toBe('64991.50')
})

it('refuses a market it has not and more decimals than the market shows', () => {
  const markets = steeredMarkets(opening, 5)
  expect(() => markets.set('ETHUSDT', '1.00')).toThrow('there is no market ETHUSDT')
  expect(() => markets.set('BTCUSDT', '1.001')).toThrow('more than 2 decimals')
})

it('tells a past of three trades a minute that numbers go on from and that ends near the opening', async () => {
  const trades: ScriptMessage[] = []
  for await (const message of steeredMarkets({ BTCUSDT: '65850.00' }, 3).script) {
    if (message.kind !== 'trade') break
    trades.push(message)
  }
  expect(trades).toHaveLength(9)
  const last = trades.at(-1)
  expect(last?.kind === 'trade' && Math.abs(Number.parseFloat(last.price) - 65850)).toBeLessThan(60)
  expect(trades.map((one) => (one.kind === 'trade' ? one.id : 0))).toEqual(
    trades.map((_, at) => (trades[0]?.kind === 'trade' ? trades[0].id + at : 0)),
  )
})
