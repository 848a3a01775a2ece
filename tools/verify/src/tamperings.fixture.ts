import { quantityOf, tradingFee } from '@glasshouse/core/contracts/rules'
import { termsVersionFromWire } from '@glasshouse/core/markets/codec'
import { evidenceHash } from '@glasshouse/core/markets/evidence'
import { termsHash, termsVersionHash } from '@glasshouse/core/markets/terms'
import { formatPrice, formatUsdt, price, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { settlementHash } from '@glasshouse/core/trust/settlements'
import { sha256 } from './chains.ts'
import { symbolOf, typeOf } from './codec.ts'
import type { ListedExport } from './listed.fixture.ts'
import type { OptionReceipt } from './read.ts'

/** An export whose parts may be changed. */
type Parts = Omit<ListedExport, 'day'>
type Draft = { -readonly [Part in keyof Parts]: Changeable<Parts[Part][number]>[] }
type Changeable<T> = T extends readonly (infer One)[]
  ? Changeable<One>[]
  : T extends object
    ? { -readonly [Field in keyof T]: Changeable<T[Field]> }
    : T

/** Changes an export as an attacker would who wants to hide something. */
export type Tampering = (day: Draft) => void

const there = <T>(found: T | null | undefined): T => {
  if (found === null || found === undefined) throw new Error('the day holds nothing to tamper with here')
  return found
}
const won = (day: Draft) => there(day.options.find(({ order, exit }) => order.isWin === 1 && exit !== null))
const closedOrder = (day: Draft) =>
  there(
    day.receipts.find(
      ({ order, events }) => order.status === 3 && order.parentid === null && events.length === 2,
    ),
  )
const fairEntry = (day: Draft) => {
  const event = there(
    day.receipts
      .flatMap(({ events }) => events)
      .find(({ entry }) => entry !== undefined && entry.next !== null),
  )
  return { event, entry: there(event.entry) }
}
const tickOf = (day: Draft, n: number) =>
  there(day.ticks.find((tick) => tick.symbol === 'BTCUSDT' && tick.n === n))
const middleTick = (day: Draft) => there(day.ticks[Math.floor(day.ticks.length / 2)])

/** Makes the hashes of a log fit again from a number on, those of its writers too. */
const rehashLog = (day: Draft, from: number): void => {
  const log = [...day.ticks, ...day.writers]
    .filter((record) => record.symbol === 'BTCUSDT' && record.n >= from)
    .sort((a, b) => a.n - b.n)
  let previous: string | null = null
  for (const record of log) {
    if (previous !== null) record.previousHash = previous
    if ('kind' in record) record.hash = evidenceHash(record as never, sha256)
    previous = record.hash
  }
}
const rechain = (day: Draft): void => {
  let previous = there(day.settlements[0]).previous
  day.settlements.forEach((record, index) => {
    record.n = index + 1
    record.previous = previous
    record.hash = settlementHash(record, sha256)
    previous = record.hash
  })
}
const loseOption = ({ order, exit, ...option }: Changeable<OptionReceipt>) => {
  order.isWin = 2
  order.ploss = `-${order.fee}`
  there(exit).rule = typeOf(order) === 'call' ? 'callNotAboveAtExpiry' : 'putNotBelowAtExpiry'
  return { order, exit, ...option, payout: '0' }
}
const voidOption = (option: Changeable<OptionReceipt>): void => {
  const { order, exit } = option
  Object.assign(order, { void: true, isWin: 3, ploss: '0', sellprice: '0' })
  option.payout = order.fee
  Object.assign(there(exit), {
    rule: 'silentAroundExpiry',
    silentFrom: order.selltime - 3000,
    silentTo: order.selltime + 3000,
    tick: null,
  })
}
/** Charges an order at another rate, everywhere its receipt says so. */
const overcharge = (day: Draft): void => {
  const receipt = closedOrder(day)
  receipt.feeRatePpm = 1000
  let sum = 0n
  for (const event of receipt.events) {
    const fee = tradingFee(quantityOf(event.number, quantity(receipt.lot)), price(event.price), 1000)
    event.fee = formatUsdt(fee)
    sum += fee
  }
  receipt.order.feeRate = '0.001'
  receipt.order.tradeFee = formatUsdt(sum as Usdt)
}

/** The tamperings of the audit, in its order. */
export const auditTamperings: readonly (readonly [string, Tampering])[] = [
  [
    'a changed price of one tick',
    (day) => {
      middleTick(day).price = '1'
    },
  ],
  ['a dropped tick', (day) => void day.ticks.splice(Math.floor(day.ticks.length / 2), 1)],
  [
    'two ticks that changed places',
    (day) => {
      const at = Math.floor(day.ticks.length / 2)
      const [one, other] = [there(day.ticks[at]), there(day.ticks[at + 1])]
      ;[one.n, other.n] = [other.n, one.n]
    },
  ],
  ['a dropped receipt', (day) => void day.receipts.splice(3, 1)],
  ['seven dropped receipts', (day) => void day.receipts.splice(0, 7)],
  ['a dropped option', (day) => void day.options.splice(2, 1)],
  [
    'a doubled fee in an event',
    (day) => {
      const event = there(closedOrder(day).events[0])
      event.fee = formatUsdt((usdt(event.fee) * 2n) as Usdt)
    },
  ],
  ['a doubled fee rate, with every figure of the receipt', overcharge],
  [
    'a changed published head',
    (day) => {
      const head = there(day.heads[1])
      head.text = head.text.replace(
        /(BTCUSDT=\d+:)(..)/,
        (_, name: string, digits: string) => `${name}${digits === 'ab' ? 'cd' : 'ab'}`,
      )
      head.hash = sha256(head.text)
    },
  ],
  [
    'no heads at all',
    (day) => {
      day.heads = []
    },
  ],
  [
    'a win that became a loss by another price, with every hash after it',
    (day) => {
      const option = won(day)
      const settled = there(there(option.exit).tick)
      const tick = tickOf(day, settled.n)
      tick.price = formatPrice(
        price(option.order.buyprice) - (typeOf(option.order) === 'call' ? 1n : -1n) * 10n ** 9n,
      )
      rehashLog(day, tick.n)
      day.options[day.options.indexOf(option)] = loseOption(option)
      option.order.sellprice = tick.price
      for (const receipt of [...day.receipts.flatMap(({ events }) => events)])
        if (receipt.tick !== null && receipt.tick.symbol === 'BTCUSDT')
          receipt.tick = { ...tickOf(day, receipt.tick.n) }
      for (const { entry, exit } of day.options) {
        entry.tick = { ...tickOf(day, entry.tick.n) }
        if (exit?.tick) exit.tick = { ...tickOf(day, exit.tick.n) }
      }
    },
  ],
  [
    'a win that became a loss by dropping the ticks before its expiry',
    (day) => {
      const option = won(day)
      const at = there(there(option.exit).tick).n
      const losing = there(
        day.ticks
          .filter(({ symbol, kind, n }) => symbol === 'BTCUSDT' && kind === 'trade' && n < at)
          .findLast((tick) =>
            typeOf(option.order) === 'call'
              ? price(tick.price) < price(option.order.buyprice)
              : price(tick.price) > price(option.order.buyprice),
          ),
      )
      day.ticks = day.ticks.filter(({ symbol, n }) => symbol !== 'BTCUSDT' || n <= losing.n || n > at)
      day.options[day.options.indexOf(option)] = loseOption(option)
      there(option.exit).tick = { ...losing }
      option.order.sellprice = losing.price
    },
  ],
  [
    'a payout lowered afterwards',
    (day) => {
      const option = won(day)
      option.order.scale = '10'
      option.win = formatUsdt((usdt(option.order.fee) / 10n) as Usdt)
      option.payout = formatUsdt((usdt(option.order.fee) + usdt(option.win)) as Usdt)
      option.order.ploss = option.win
    },
  ],
  ['a win that became void', (day) => voidOption(won(day))],
  [
    'a win that became void, and the ticks of six seconds dropped',
    (day) => {
      const option = won(day)
      const { selltime } = option.order
      const market = symbolOf(option.order)
      day.ticks = day.ticks.filter(
        ({ symbol, receivedTime }) => symbol !== market || Math.abs(receivedTime - selltime) >= 3000,
      )
      voidOption(option)
    },
  ],
  [
    'only the ticks that settled something',
    (day) => {
      const kept = new Set(
        [
          ...day.receipts.flatMap(({ events }) => events.map(({ tick }) => tick?.n)),
          ...day.options.flatMap(({ entry, exit }) => [entry.tick.n, exit?.tick?.n]),
        ].filter((n) => n !== undefined),
      )
      day.ticks = day.ticks.filter(({ n }) => kept.has(n))
    },
  ],
  [
    'two closes with one transaction of the ledger',
    (day) => {
      const [one, other] = day.receipts.filter(({ order }) => order.status === 3 && order.parentid === null)
      there(there(other).events.at(-1)).transactionId = there(there(one).events.at(-1)).transactionId
    },
  ],
]

/** Tamperings that keep more of the export in agreement with itself. */
export const furtherTamperings: readonly (readonly [string, Tampering])[] = [
  [
    'a settlement dropped with its receipt and its ledger lines, and the chain numbered anew',
    (day) => {
      const receipt = closedOrder(day)
      const gone = day.settlements.filter(
        ({ kind, id }) => kind.startsWith('contract') && id === receipt.order.id,
      )
      day.receipts = day.receipts.filter((one) => one !== receipt)
      day.settlements = day.settlements.filter((one) => !gone.includes(one))
      day.entries = day.entries.filter(
        ({ transaction }) => !gone.some((one) => one.transaction === transaction),
      )
      rechain(day)
    },
  ],
  ['a settlement told twice', (day) => void day.settlements.splice(5, 0, { ...there(day.settlements[4]) })],
  [
    'the newest settlements cut off, with their receipts',
    (day) => {
      const gone = day.settlements.splice(-6).filter(({ kind }) => kind !== 'coinSold')
      const ids = new Set(gone.map(({ id }) => id))
      day.receipts = day.receipts.filter(({ order }) => !ids.has(order.id))
      day.options = day.options.filter(({ order }) => !ids.has(order.id))
    },
  ],
  [
    'a ledger line that pays a customer less, and the house more',
    (day) => {
      const option = won(day)
      const own = day.entries.filter(({ transaction }) => transaction === there(option.exit).transactionId)
      const wallet = there(own.find(({ account }) => account.startsWith('customer/wallet')))
      wallet.amount = formatUsdt((usdt(wallet.amount) - 1n) as Usdt)
      const escrow = there(own.find(({ account }) => account.startsWith('house/')))
      escrow.amount = formatUsdt((usdt(escrow.amount) + 1n) as Usdt)
    },
  ],
  [
    'no ledger lines of one transaction',
    (day) => {
      const { transaction } = there(day.entries[0])
      day.entries = day.entries.filter((line) => line.transaction !== transaction)
    },
  ],
  [
    'terms rewritten, with the hashes of the whole list and the fee of an order',
    (day) => {
      let previous = '0'.repeat(64)
      for (const version of day.terms) {
        if (version.symbol === 'BTCUSDT') version.fee = '0.001'
        version.terms = termsHash(termsVersionFromWire(version), sha256)
        version.previous = previous
        version.hash = termsVersionHash(termsVersionFromWire(version), sha256)
        previous = version.hash
      }
      overcharge(day)
    },
  ],
  ['the heads of one minute dropped', (day) => void day.heads.splice(Math.floor(day.heads.length / 2), 1)],
  [
    'a key of somebody else, who signs a head',
    (day) => {
      const key = there(day.keys[0])
      key.publickey = 'ab'.repeat(32)
    },
  ],
  [
    'a takeover that hides dropped ticks',
    (day) => {
      const start = there(day.writers.find(({ event, n }) => event === 'start' && n > 1))
      start.event = 'takeover'
      day.ticks = day.ticks.filter(({ n }) => n > start.n || n < start.n - 40)
    },
  ],
  [
    'a copy of another order of the lead',
    (day) => {
      const copies = day.receipts.flatMap(({ events }) =>
        events.filter(({ rule }) => rule.startsWith('copyBuy')),
      )
      there(copies[0]).copyof = there(there(copies.at(-1)).copyof)
    },
  ],
  [
    'a copy that names no lead',
    (day) => {
      for (const { events } of day.receipts) for (const event of events) delete event.copyof
    },
  ],
  [
    'an invented stop that fires',
    (day) => {
      const receipt = there(day.receipts.find(({ order }) => order.closeReason === 'user'))
      const closed = there(receipt.events.findLast(({ kind }) => kind === 'closed'))
      closed.rule = 'stopLossSellAtBid'
      receipt.order.closeReason = 'loss'
    },
  ],
  [
    'a liquidation of an account that could pay',
    (day) => {
      const receipt = there(day.receipts.find(({ order }) => order.closeReason === 'liquidation'))
      const closed = there(receipt.events.findLast(({ kind }) => kind === 'closed'))
      there(closed.account).balance = '100000'
    },
  ],
  [
    'the better tick of a fair entry as the one of the fill',
    (day) => {
      const event = there(
        day.receipts
          .flatMap(({ events }) => events)
          .find(
            ({ entry }) =>
              entry !== undefined && entry.next !== null && entry.next.ask !== entry.accepted.ask,
          ),
      )
      const { accepted, next } = there(event.entry)
      event.tick = there(event.tick).n === accepted.n ? there(next) : accepted
    },
  ],
  ...(['accepted', 'next'] as const).map((which): readonly [string, Tampering] => [
    `another ${which} tick of a fair entry`,
    (day) => {
      const { entry } = fairEntry(day)
      const { n } = there(entry[which])
      // The number before may be that of a writer, which is no tick.
      entry[which] = there(day.ticks.findLast((tick) => tick.symbol === 'BTCUSDT' && tick.n < n - 1))
    },
  ]),
  [
    'a price of a tick of a fair entry',
    (day) => {
      const { entry } = fairEntry(day)
      entry.accepted.ask = '1'
    },
  ],
  [
    'a fair entry that leaves its next tick out',
    (day) => {
      fairEntry(day).entry.next = null
    },
  ],
  [
    'an option that skips the first trade after its acceptance',
    (day) => {
      const option = there(day.options.find(({ entry }) => entry.accepted !== undefined))
      there(option.entry.acceptedTime)
      option.entry.acceptedTime = there(option.entry.acceptedTime) - 5000
    },
  ],
  [
    'a fetched tick dropped',
    (day) => {
      day.ticks = day.ticks.filter(
        (tick, index) => tick.fetched !== true || day.ticks[index + 1]?.fetched !== true,
      )
    },
  ],
  [
    'a fetched tick that says it was live',
    (day) => {
      delete there(day.ticks.find(({ fetched }) => fetched === true)).fetched
    },
  ],
  [
    'an option settled by the fetched trade behind its expiry',
    (day) => {
      const option = there(day.options.find(({ exit }) => exit?.tick?.fetched === true))
      const exit = there(option.exit)
      exit.tick = there(day.ticks.findLast(({ fetched }) => fetched === true))
      option.order.sellprice = exit.tick.price
    },
  ],
  [
    'an option called void though the source traded',
    (day) => {
      const option = there(day.options.find(({ exit }) => exit?.tick?.fetched === true))
      Object.assign(option, loseOption(option as never))
      Object.assign(option.order, { void: true, isWin: 3, sellprice: '0', ploss: '0' })
      option.payout = option.order.fee
      const exit = there(option.exit)
      Object.assign(exit, {
        rule: 'silentAroundExpiry',
        silentFrom: option.order.selltime - 28_000,
        silentTo: option.order.selltime + 8_000,
      })
    },
  ],
  [
    'the terms of an order brought forward by a second',
    (day) => {
      const version = there(day.terms.find(({ fee }) => fee === '0.0006'))
      version.from -= 1000
    },
  ],
  [
    'no writers',
    (day) => {
      day.writers = []
    },
  ],
]

/** An export changed by a tampering; the original stays as it is. */
export const tampered = (day: ListedExport, change: Tampering): ListedExport => {
  const draft = structuredClone(day) as unknown as Draft
  change(draft)
  return draft as unknown as ListedExport
}
