import { isDeepStrictEqual } from 'node:util'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import {
  formatPrice,
  formatQuantity,
  type Price,
  price,
  type Quantity,
  quantity,
} from '@glasshouse/core/money/units'

type Shape = Pick<TickEvidence, 'kind' | 'source' | 'side' | 'late' | 'fetched'>

/** Ticks in the order in which they were added, packed. */
export type PackedTicks = {
  readonly length: () => number
  readonly add: (tick: TickEvidence) => void
  /** A tick exactly as it was added. */
  readonly at: (place: number) => TickEvidence
  readonly n: (place: number) => number
  readonly receivedTime: (place: number) => number
  readonly bid: (place: number) => Price
  readonly ask: (place: number) => Price
  readonly shape: (place: number) => Shape
}

const chunkLength = 1 << 14
const hashBytes = 32
/** Columns of `numbers` and `units`. */
const [nOf, sourceOf, recordedOf, receivedOf, numberColumns] = [0, 1, 2, 3, 4]
const [sequenceOf, priceOf, quantityOf, bidOf, askOf, unitColumns] = [0, 1, 2, 3, 4, 5]

const newChunk = () => ({
  numbers: new Float64Array(chunkLength * numberColumns),
  units: new BigInt64Array(chunkLength * unitColumns),
  shapes: new Uint16Array(chunkLength),
  hashes: Buffer.alloc(chunkLength * hashBytes * 2),
})

const shapeOf = ({ kind, source, side, late, fetched }: TickEvidence): Shape => ({
  ...{ kind, source, side },
  ...(late === undefined ? {} : { late }),
  ...(fetched === undefined ? {} : { fetched }),
})

/**
 * Packs ticks of one symbol into columns of 64 kinds of bytes each instead of objects: 140 bytes a tick, outside the heap.
 * What does not come back exactly as it was added, such as a figure that is not written in its one form, is kept as it is.
 */
export const createPackedTicks = (symbol: string): PackedTicks => {
  const chunks: ReturnType<typeof newChunk>[] = []
  const odd = new Map<number, TickEvidence>()
  const shapes: Shape[] = []
  const shapeNumbers = new Map<string, number>()
  let length = 0

  const chunkOf = (place: number) => {
    const chunk = chunks[Math.floor(place / chunkLength)]
    if (chunk === undefined) throw new Error(`there is no tick at place ${place}`)
    return { ...chunk, row: place % chunkLength }
  }
  const number = (place: number, column: number): number => {
    const { numbers, row } = chunkOf(place)
    return numbers[row * numberColumns + column] ?? Number.NaN
  }
  const unit = (place: number, column: number): bigint => {
    const { units, row } = chunkOf(place)
    return units[row * unitColumns + column] ?? 0n
  }
  const numberOfShape = (shape: Shape): number => {
    const key = JSON.stringify(shape)
    const known = shapeNumbers.get(key) ?? shapes.push(shape) - 1
    shapeNumbers.set(key, known)
    return known
  }
  const shape = (place: number): Shape => {
    const { shapes: numbered, row } = chunkOf(place)
    const found = shapes[numbered[row] ?? -1]
    if (found === undefined) throw new Error(`the tick at place ${place} has no shape`)
    return found
  }
  const unpacked = (place: number): TickEvidence => {
    const { hashes, row } = chunkOf(place)
    const hash = (which: 0 | 1): string => {
      const from = (row * 2 + which) * hashBytes
      return hashes.toString('hex', from, from + hashBytes)
    }
    const recordedTime = number(place, recordedOf)
    return {
      symbol,
      n: number(place, nOf),
      ...shape(place),
      sourceSequence: unit(place, sequenceOf).toString(),
      sourceTime: number(place, sourceOf),
      recordedTime: Number.isNaN(recordedTime) ? null : recordedTime,
      receivedTime: number(place, receivedOf),
      price: formatPrice(unit(place, priceOf) as Price),
      quantity: formatQuantity(unit(place, quantityOf) as Quantity),
      bid: formatPrice(unit(place, bidOf) as Price),
      ask: formatPrice(unit(place, askOf) as Price),
      previousHash: hash(0),
      hash: hash(1),
    }
  }
  const pack = (tick: TickEvidence, place: number): void => {
    const { numbers, units, shapes: numbered, hashes, row } = chunkOf(place)
    const { n, sourceTime, recordedTime, receivedTime } = tick
    numbers.set([n, sourceTime, recordedTime ?? Number.NaN, receivedTime], row * numberColumns)
    numbered[row] = numberOfShape(shapeOf(tick))
    hashes.write(tick.previousHash, row * 2 * hashBytes, hashBytes, 'hex')
    hashes.write(tick.hash, (row * 2 + 1) * hashBytes, hashBytes, 'hex')
    const sequence = /^\d+$/.test(tick.sourceSequence) ? BigInt(tick.sourceSequence) : 0n
    units.set(
      [sequence, price(tick.price), quantity(tick.quantity), price(tick.bid), price(tick.ask)],
      row * unitColumns,
    )
  }
  const exact = (place: number, side: 'bid' | 'ask', column: number): Price => {
    const kept = odd.size === 0 ? undefined : odd.get(place)
    return kept === undefined ? (unit(place, column) as Price) : price(kept[side])
  }
  return {
    length: () => length,
    add: (tick) => {
      const place = length
      if (place % chunkLength === 0) chunks.push(newChunk())
      length += 1
      pack(tick, place)
      if (!isDeepStrictEqual(unpacked(place), tick)) odd.set(place, tick)
    },
    at: (place) => odd.get(place) ?? unpacked(place),
    n: (place) => number(place, nOf),
    receivedTime: (place) => number(place, receivedOf),
    bid: (place) => exact(place, 'bid', bidOf),
    ask: (place) => exact(place, 'ask', askOf),
    shape,
  }
}
