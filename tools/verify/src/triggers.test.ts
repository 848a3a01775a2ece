import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { describe, expect, it } from 'vitest'
import { plantReceipt, plantTicks } from './day.fixture.ts'
import { priceLogs } from './log.ts'
import type { Receipt } from './read.ts'
import { verifyTriggers } from './triggers.ts'

const [pattern] = plantTicks('BTCUSDT', 1, 1)
if (pattern === undefined) throw new Error('no tick')
/** A log with these bids; the ask is one higher. */
const logOf = (...bids: readonly number[]): readonly TickEvidence[] =>
  bids.map((bid, index) => ({
    ...pattern,
    n: index + 1,
    receivedTime: pattern.receivedTime + index * 10_000,
    bid: String(bid),
    ask: String(bid + 1),
  }))
type Event = Receipt['events'][number]

/** A story of an order on a log: each event with its tick's number, its expiry and when it happened, if that matters. */
const story = (
  ticks: readonly TickEvidence[],
  events: readonly (readonly [
    kind: Event['kind'],
    rule: string,
    price: number,
    n: number | null,
    more?: Pick<Event, 'expireTime'> & { readonly time?: number; readonly number?: number },
  ])[],
  order: Partial<Receipt['order']> = {},
): Receipt => {
  const planted = plantReceipt(1, 1, 1, plantTicks('BTCUSDT', 30, 1))
  const [event] = planted.events
  if (event === undefined) throw new Error('no event')
  return {
    ...planted,
    order: { ...planted.order, ...order },
    events: events.map(([kind, rule, at, n, more = {}]) => ({
      ...event,
      ...more,
      kind,
      rule,
      price: String(at),
      tick: ticks.find((tick) => tick.n === n) ?? null,
    })),
  }
}
const differences = (
  ticks: readonly TickEvidence[],
  ...rest: Parameters<typeof story> extends [unknown, ...infer R] ? R : never
) => verifyTriggers([story(ticks, ...rest)], ticks).differences.map(({ what }) => what)

describe('honest days', () => {
  it('a waiting order, its stops set with it and moved later, and the stop that fires', () => {
    const ticks = logOf(105, 101, 99, 98, 97, 93, 95)
    expect(
      differences(ticks, [
        ['placed', 'placedBuy', 100, 1],
        // At 97 from the beginning: it counts only once the order is open.
        ['stopsSet', 'stopLossSet', 97, 1],
        ['opened', 'limitBuyAtAsk', 100, 3],
        ['stopsSet', 'stopLossSet', 94, 4],
        ['closed', 'stopLossSellAtBid', 93, 6],
      ]),
    ).toEqual([])
  })

  it('a sold position closed by its stop-profit at the ask', () => {
    const ticks = logOf(100, 98, 95, 93)
    const events = [
      ['opened', 'marketSellAtBid', 100, 1],
      ['stopsSet', 'stopProfitSet', 95, 1],
      ['closed', 'stopProfitBuyAtAsk', 94, 4],
    ] as const
    expect(differences(ticks, events, { type: 2 })).toEqual([])
  })

  it('a stop that was cleared, and one reached so late that it may be on its way', () => {
    const cleared = logOf(100, 95, 80, 80)
    expect(
      differences(
        cleared,
        [
          ['opened', 'marketBuyAtAsk', 101, 1],
          ['stopsSet', 'stopLossSet', 90, 1],
          ['stopsSet', 'stopLossCleared', 90, 2],
        ],
        { status: 1 },
      ),
    ).toEqual([])
    const cancelled = logOf(110, 105, 102, 95)
    expect(
      differences(cancelled, [
        ['placed', 'placedBuy', 100, 1],
        // Tick 4 reaches it after the request was heard.
        ['revoked', 'revokedByUser', 100, 3],
      ]),
    ).toEqual([])
    const waiting = logOf(100, 89)
    const events = [
      ['opened', 'marketBuyAtAsk', 101, 1],
      ['stopsSet', 'stopLossSet', 90, 1],
    ] as const
    expect(differences(waiting, events, { status: 1 })).toEqual([])
  })
})

it('an amended order fires at its new price, or at once', () => {
  const ticks = logOf(110, 105, 98, 94, 92)
  const [placed, amended] = [
    ['placed', 'placedBuy', 100, 1],
    ['amended', 'amendedBuy', 95, 2],
  ] as const
  expect(differences(ticks, [placed, amended, ['opened', 'limitBuyAtAsk', 95, 4]])).toEqual([])
  expect(
    differences(ticks, [placed, ['amended', 'amendedReached', 107, 2], ['opened', 'limitBuyAtAsk', 106, 2]]),
  ).toEqual([])
  expect(differences(ticks, [placed, amended, ['opened', 'limitBuyAtAsk', 95, 5]])).toEqual([
    'opened: tick 4 had reached its fixed price of 95, and nothing happened then',
  ])
  expect(differences(ticks, [placed, ['amended', 'amendedBuy', 107, 2]])).toEqual([
    'amended: its tick 2 had reached its new price of 107',
  ])
  expect(differences(ticks, [placed, ['amended', 'amendedReached', 100, 2]])).toEqual([
    'amended: its tick 2 did not reach its new price of 100',
  ])
})

it('each closing order fills all its lots at the first tick that reaches it, within those of the position', () => {
  const ticks = logOf(100, 104, 99, 109, 100, 100)
  const position = ['opened', 'marketBuyAtAsk', 101, 1, { number: 10 }] as const
  const near = ['stopsSet', 'closingOrderSet', 104, 1, { number: 4 }] as const
  const far = ['stopsSet', 'closingOrderSet', 108, 1, { number: 6 }] as const
  const fill = (at: number, n: number, number: number, kind: 'closed' | 'closedPart' = 'closedPart') =>
    [kind, 'closingOrderSellAtBid', at, n, { number }] as const
  const whole = [position, near, far, fill(104, 2, 4), fill(109, 4, 6, 'closed')]
  expect(differences(ticks, whole)).toEqual([])
  // One tick reaches both.
  expect(differences(logOf(100, 109), [position, near, far, fill(109, 2, 10, 'closed')])).toEqual([])
  // Its owner closes five lots: the farther one keeps one.
  const part = ['closedPart', 'marketSellAtBid', 100, 1, { number: 5 }] as const
  const cut = ['stopsSet', 'closingOrderSet', 108, 1, { number: 1 }] as const
  expect(differences(ticks, [position, near, far, part, cut, fill(104, 2, 4)], { status: 3 })).toEqual([])
  expect(differences(ticks, [position, near, far, part, fill(104, 2, 4)])).toEqual([
    'closedPart: its closing orders have 10 lots, it has 5',
  ])
  expect(differences(ticks, [position, near, far, fill(109, 4, 10, 'closed')])).toEqual([
    'closed: tick 2 had reached its closing order at 104, and nothing happened then',
  ])
  expect(differences(ticks, [position, near, far, fill(104, 2, 3)])).toEqual([
    'closedPart: its tick 2 reached closing orders of 4 lots, and 3 closed',
  ])
  expect(differences(ticks, [position, far, fill(99, 3, 6)])).toEqual([
    'closedPart: its tick 3 reached closing orders of 0 lots, and 6 closed',
  ])
  expect(differences(ticks, [position, far], { status: 1 })).toEqual([
    'still waiting: tick 4 had reached its closing order at 108, and nothing happened then',
  ])
  expect(
    differences(ticks, [position, near, far, ['closed', 'marketSellAtBid', 100, 3, { number: 10 }]]),
  ).toEqual(['closed: tick 2 had reached its closing order at 104, and nothing happened then'])
  expect(differences(ticks, [position, ['stopsSet', 'closingOrderSet', 104, 2, { number: 4 }]])).toEqual([
    'stopsSet: its tick 2 had reached its closing order at 104 already',
  ])
  const cancelled = ['stopsSet', 'closingOrderCleared', 104, 5, { number: 4 }] as const
  expect(differences(ticks, [position, near, cancelled])).toEqual([])
})

const opened = ['opened', 'marketBuyAtAsk', 101, 1] as const
const placed = ['placed', 'placedBuy', 100, 1] as const
const loss = ['stopsSet', 'stopLossSet', 90, 1] as const
const profit = ['stopsSet', 'stopProfitSet', 110, 1] as const
const ticks = logOf(100, 95, 89, 92, 111, 85, 100, 100)

describe('lies', () => {
  it.each<[string, Parameters<typeof story>[1], Partial<Receipt['order']>, string]>([
    [
      'a stop-loss that was never reached',
      [opened, loss, ['closed', 'stopLossSellAtBid', 95, 2]],
      {},
      'closed: its tick 2 did not reach the stop-loss of 90',
    ],
    [
      'a waiting order that was cancelled after it had been reached',
      [placed, ['revoked', 'revokedByUser', 100, 4]],
      {},
      'revoked: tick 2 had reached its fixed price of 100, and it was cancelled after tick 4',
    ],
    [
      'an order of a locked account that was cancelled after it had been reached',
      [placed, ['revoked', 'revokedForLock', 100, 4]],
      {},
      'revoked: tick 2 had reached its fixed price of 100, and it was cancelled after tick 4',
    ],
    [
      'a waiting order that was cancelled at the very tick that reached it',
      [placed, ['revoked', 'revokedByUser', 100, 2]],
      {},
      'revoked: tick 2 had reached its fixed price of 100, and it was cancelled after tick 2',
    ],
    [
      'a cancel that names no tick',
      [placed, ['revoked', 'revokedByUser', 100, null]],
      {},
      'revoked: nothing tells which tick had been heard',
    ],
    [
      'a cancel for a lock that names no tick',
      [placed, ['revoked', 'revokedForLock', 100, null]],
      {},
      'revoked: nothing tells which tick had been heard',
    ],
    [
      'a stop-loss that waited for a worse price',
      [opened, loss, ['closed', 'stopLossSellAtBid', 85, 6]],
      {},
      'closed: tick 3 had reached its stop-loss of 90, and nothing happened then',
    ],
    [
      'a stop-profit that was never reached',
      [opened, profit, ['closed', 'stopProfitSellAtBid', 92, 4]],
      {},
      'closed: its tick 4 did not reach the stop-profit of 110',
    ],
    [
      'a stop that was never set',
      [opened, ['closed', 'stopLossSellAtBid', 89, 3]],
      {},
      'closed: there was no stop-loss that could fire',
    ],
    [
      'a stop-profit let by',
      [opened, profit, ['closed', 'marketSellAtBid', 85, 6]],
      {},
      'closed: tick 5 had reached its stop-profit of 110, and nothing happened then',
    ],
    [
      'a stop-profit taken where the stop-loss was reached too',
      [opened, ['stopsSet', 'stopLossSet', 112, 4], profit, ['closed', 'stopProfitSellAtBid', 111, 5]],
      {},
      'closed: its tick reached the stop-loss too, which goes first',
    ],
    [
      'a stop set after the tick it fired at',
      [opened, ['stopsSet', 'stopLossSet', 90, 4], ['closed', 'stopLossSellAtBid', 89, 3]],
      {},
      'closed: its tick 3 came before its stop-loss was set',
    ],
    [
      'a fixed price that was never reached',
      [placed, ['opened', 'limitBuyAtAsk', 101, 1]],
      {},
      'opened: its tick 1 did not reach the fixed price of 100',
    ],
    [
      'a fixed price that waited for a better one',
      [placed, ['opened', 'limitBuyAtAsk', 86, 6]],
      {},
      'opened: tick 2 had reached its fixed price of 100, and nothing happened then',
    ],
    [
      'an order revoked before its price came',
      [placed, ['revoked', 'revokedNoReserve', 100, 1]],
      { status: 4 },
      'revoked: its tick 1 did not reach the fixed price of 100',
    ],
    [
      'an order that waits although its price came',
      [placed],
      { status: 0 },
      'still waiting: tick 2 had reached its fixed price of 100, and nothing happened then',
    ],
    [
      'a stop that waits although its price came',
      [opened, loss],
      { status: 1 },
      'still waiting: tick 3 had reached its stop-loss of 90, and nothing happened then',
    ],
  ])('finds %s', (_, events, order, says) => {
    expect(differences(ticks, events, order)).toEqual([says])
  })
})

describe('close-outs', () => {
  const problemsOf = (account: Event['account']) => {
    const receipt = story(ticks, [opened, ['closed', 'closeOutSellAtBid', 89, 3]])
    const events = receipt.events.map((event) =>
      event.kind === 'closed' && account !== undefined ? { ...event, account } : event,
    )
    return verifyTriggers([{ ...receipt, events }], ticks).differences.map(({ what }) => what)
  }
  const account = { balance: '100', margin: '80', profit: '-60', forOrder: null }
  it('at a risk rate of 50 %, or for the loss of another order, are in order', () => {
    expect(problemsOf(account)).toEqual([])
    expect(problemsOf({ ...account, profit: '40', forOrder: 7 })).toEqual([])
  })
  it('above it are not, nor without the account that called for them', () => {
    expect(problemsOf({ ...account, profit: '-59.99999999' })).toEqual([
      'closed: closed out with 40.00000001 left for a margin of 80',
    ])
    expect(problemsOf(undefined)).toEqual(['closed: it was closed out, and nothing tells at which risk rate'])
  })
})

it('finds a price in a long log by its stretches', () => {
  const long = logOf(...Array.from({ length: 5000 }, (_, index) => (index === 3333 ? 50 : 100)))
  const log = priceLogs([...long].reverse()).get('BTCUSDT')
  const watch = { side: 'bid', when: 'falls', price: 60_000_000_000n } as Parameters<
    NonNullable<typeof log>['firstReaching']
  >[0]
  expect(log?.firstReaching(watch, 0, null)?.n).toBe(3334)
  expect(log?.firstReaching(watch, 3334, null)).toBeNull()
  expect(log?.firstReaching(watch, 0, 3334)).toBeNull()
})

describe('an order with an expiry', () => {
  // Tick n is received n − 1 times ten seconds after the first.
  const ticks = logOf(110, 105, 98, 97, 96, 96)
  const expireTime = (ticks[2]?.receivedTime ?? 0) + 1
  const placed = ['placed', 'placedBuy', 100, 1, { expireTime }] as const
  const expiredAt = (time: number, from: readonly TickEvidence[] = ticks, expiry = expireTime) =>
    differences(from, [
      ['placed', 'placedBuy', 97, 1, { expireTime: expiry }],
      ['revoked', 'revokedExpired', 97, null, { time }],
    ])

  it('fills in time, or ends after its expiry although a later tick reached its price', () => {
    expect(differences(ticks, [placed, ['opened', 'limitBuyAtAsk', 99, 3]])).toEqual([])
    expect(expiredAt(expireTime)).toEqual([])
    const extended = [
      ['placed', 'placedBuy', 97, 1, { expireTime: expireTime - 1 }],
      ['amended', 'amendedBuy', 97, 2, { time: expireTime - 2, expireTime: expireTime + 30_000 }],
      ['opened', 'limitBuyAtAsk', 97, 5],
    ] as const
    expect(differences(ticks, extended)).toEqual([])
  })

  it('is reported where it filled too late, ended too early, was changed too late or still rests', () => {
    const late = { expireTime: expireTime - 1 }
    expect(
      differences(ticks, [
        ['placed', 'placedBuy', 100, 1, late],
        ['opened', 'limitBuyAtAsk', 99, 3],
      ]),
    ).toEqual(['opened: its tick 3 came after its expiry'])
    expect(expiredAt(expireTime - 1)).toEqual(['revoked: it was cancelled before its expiry'])
    const reached = [placed, ['revoked', 'revokedExpired', 100, 4, { time: expireTime }]] as const
    expect(differences(ticks, reached)).toEqual([
      'revoked: tick 3 had reached its fixed price of 100, and nothing happened then',
    ])
    const without = [
      ['placed', 'placedBuy', 90, 1],
      ['revoked', 'revokedExpired', 90, 4, { time: expireTime }],
    ] as const
    expect(differences(ticks, without)).toEqual(['revoked: it had no expiry'])
    const changed = [
      ['placed', 'placedBuy', 90, 1, { expireTime }],
      ['amended', 'amendedBuy', 91, 4, { time: expireTime }],
    ] as const
    expect(differences(ticks, changed)).toEqual(['amended: it was amended after its expiry'])
    expect(differences(ticks, [['placed', 'placedBuy', 90, 1, { expireTime }]], { status: 0 })).toEqual([
      'it expired and still rests',
    ])
  })
})

describe('a stop order', () => {
  // The ask is one above the bid.
  const rising = logOf(100, 104, 109, 112)
  const placed = ['placed', 'placedBuyRises', 108, 1] as const

  it('opens at the first tick at or beyond its trigger price, from the side on which it was placed', () => {
    expect(differences(rising, [placed, ['opened', 'triggerBuyAtAsk', 110, 3]])).toEqual([])
    const falling = [
      ['placed', 'placedBuyFalls', 98, 1],
      ['amended', 'amendedBuyRises', 108, 2],
      ['opened', 'triggerBuyAtAsk', 110, 3],
    ] as const
    expect(differences(rising, falling)).toEqual([])
    const sold = [
      ['placed', 'placedSellRises', 104, 1],
      ['opened', 'triggerSellAtBid', 104, 2],
    ] as const
    expect(differences(rising, sold, { type: 2 })).toEqual([])
  })

  it('is reported where it opened late or early, was placed at its price, or rests', () => {
    expect(differences(rising, [placed, ['opened', 'triggerBuyAtAsk', 113, 4]])).toEqual([
      'opened: tick 3 had reached its fixed price of 108, and nothing happened then',
    ])
    expect(differences(rising, [placed, ['opened', 'triggerBuyAtAsk', 105, 2]])).toEqual([
      'opened: its tick 2 did not reach the fixed price of 108',
    ])
    expect(differences(rising, [['placed', 'placedBuyRises', 101, 1]])).toEqual([
      'placed: its tick 1 was at its trigger price of 101 already',
    ])
    expect(differences(rising, [placed], { status: 0 })).toEqual([
      'still waiting: tick 3 had reached its fixed price of 108, and nothing happened then',
    ])
  })
})
