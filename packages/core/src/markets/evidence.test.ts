import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Quantity, quantity } from '../money/units.ts'
import {
  canonicalText,
  evidenceHash,
  evidenceRecord,
  genesisHash,
  type Tick,
  tickEvidence,
  tickHash,
  tickRecord,
} from './evidence.ts'
import { verifyChain } from './verifyChain.ts'
import { tickEvidence as tickEvidenceSchema } from './wire.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const tickAfter = (before: Tick | null, n: number, at: bigint): Tick => {
  const tick = {
    symbol: 'BTCUSDT',
    n,
    kind: 'trade' as const,
    source: 'binance',
    sourceSequence: '3735683259',
    sourceTimeMs: 1_723_161_255_342 + n,
    recordedTimeMs: null,
    receivedTimeMs: 1_723_161_255_400 + n,
    price: at as Price,
    quantity: quantity('0.02'),
    side: 'sell' as const,
    bid: at as Price,
    ask: (at + 10n) as Price,
  }
  const previousHash = before?.hash ?? genesisHash
  return { ...tick, previousHash, hash: tickHash(previousHash, tick, sha256) }
}

const chain = (prices: readonly bigint[]): Tick[] => {
  const ticks: Tick[] = []
  for (const [index, at] of prices.entries()) ticks.push(tickAfter(ticks.at(-1) ?? null, index + 1, at))
  return ticks
}
const prices = fc.array(fc.bigInt({ min: 1n, max: 10n ** 16n }), { minLength: 2, maxLength: 30 })

describe('the record of a tick', () => {
  it('has this fixed text', () => {
    expect(tickRecord(tickAfter(null, 1, price('61837.63')))).toBe(
      [
        'symbol=BTCUSDT',
        'n=1',
        'kind=trade',
        'source=binance',
        'sourceSequence=3735683259',
        'sourceTime=1723161255343',
        'recordedTime=',
        'receivedTime=1723161255401',
        'price=61837.63',
        'quantity=0.02',
        'side=sell',
        'bid=61837.63',
        'ask=61837.63000001',
      ].join('\n'),
    )
  })

  it('is equal when built from the tick on the wire, and so is the hash', () => {
    fc.assert(
      fc.property(prices, (list) => {
        for (const tick of chain(list)) {
          const evidence = tickEvidenceSchema.parse(tickEvidence(tick))
          expect(evidenceRecord(evidence)).toBe(tickRecord(tick))
          expect(evidenceHash(evidence, sha256)).toBe(tick.hash)
        }
      }),
    )
  })

  it('is hashed together with the previous hash', () => {
    const tick = tickAfter(null, 1, 5n)
    expect(tick.hash).toBe(sha256(canonicalText('0'.repeat(64), tickRecord(tick))))
  })
})

describe('a chain of ticks', () => {
  it('verifies as written', () => {
    fc.assert(
      fc.property(prices, (list) => {
        expect(verifyChain(chain(list), sha256)).toEqual({
          checked: list.length,
          forged: [],
          unlinked: [],
          holes: [],
        })
      }),
    )
  })

  it('detects every tick with a changed price', () => {
    fc.assert(
      fc.property(prices, fc.nat(), (list, choice) => {
        const ticks = chain(list)
        const place = choice % ticks.length
        const changed = ticks.map((tick, index) =>
          index === place ? { ...tick, price: (tick.price + 1n) as Price } : tick,
        )
        expect(verifyChain(changed, sha256).forged).toEqual([place + 1])
      }),
    )
  })

  it('detects a changed tick whose own hash was recomputed', () => {
    const ticks = chain([1n, 2n, 3n])
    const [first, second, third] = ticks
    if (first === undefined || second === undefined || third === undefined) throw new Error('three ticks')
    const forged = { ...second, quantity: 7n as Quantity }
    const report = verifyChain(
      [first, { ...forged, hash: tickHash(forged.previousHash, forged, sha256) }, third],
      sha256,
    )
    expect(report).toMatchObject({ forged: [], unlinked: [3] })
  })

  it('reports gaps, and whether the chain continues across them', () => {
    const [first, second, third] = chain([1n, 2n, 3n])
    if (first === undefined || second === undefined || third === undefined) throw new Error('three ticks')
    expect(verifyChain([first, third], sha256).holes).toEqual([
      { from: 2, to: 2, linked: false, withinTerm: true },
    ])
    const afterCrash = tickAfter(second, 101, 9n)
    expect(verifyChain([first, second, afterCrash], sha256)).toEqual({
      checked: 3,
      forged: [],
      unlinked: [],
      holes: [{ from: 3, to: 100, linked: true, withinTerm: true }],
    })
  })
})
