import { platformOf } from '@glasshouse/testkit/platform'
import { startReceiptWorker } from '../../../apps/server/src/trust/service/receipts/worker.ts'
import { startSequencer } from '../../../apps/server/src/trust/service/sequencer.ts'
import { openSigner } from '../../../apps/server/src/trust/service/signing.ts'
import {
  caller,
  callers,
  driveLoad,
  isSound,
  median,
  openMarketWithCustomers,
  type Phase,
  phaseMs,
} from './orders.ts'
import { openOwnDatabase } from './ownDatabase.ts'
import type { Measurement } from './row.ts'

const rounds = 5

/**
 * Row 18: orders as in row 1 with their receipts signed and their settlements numbered behind the commit, compared with
 * the same orders without. What is left over of a phase is made up after it, outside of the measured time; how long that takes is
 * how far the receipts were behind.
 */
export const measureReceipts = async (): Promise<Measurement> => {
  const database = await openOwnDatabase(16)
  try {
    const market = await openMarketWithCustomers(database)
    const platform = platformOf(database, market.clock)
    const deps = { ...platform, signer: await openSigner(platform) }
    const start = () => {
      const [sequencer, receipts] = [startSequencer(deps), startReceiptWorker(deps)]
      return {
        close: async () => {
          await sequencer.close()
          await receipts.close()
        },
      }
    }
    const call = caller(market)
    const many = Array.from({ length: callers }, () => call)
    await driveLoad(many, 1500)
    const found: { with: Phase; without: Phase; behindMs: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      // Nothing of earlier phases is left for the workers of this one.
      await start().close()
      const measureWith = async () => {
        const workers = start()
        const phase = await driveLoad(many, phaseMs)
        const endedAt = performance.now()
        await workers.close()
        return { phase, behindMs: performance.now() - endedAt }
      }
      const first = round % 2 === 0 ? await measureWith() : null
      if (first !== null) await start().close()
      const without = await driveLoad(many, phaseMs)
      if (first === null) await start().close()
      const { phase, behindMs } = first ?? (await measureWith())
      found.push({ with: phase, without, behindMs })
    }
    const sound = await isSound(database)
    const ratio = (pick: (phase: Phase) => number) =>
      median(found.map((one) => pick(one.with) / pick(one.without))).toFixed(2)
    const middle = (pick: (one: (typeof found)[number]) => number) => Math.round(median(found.map(pick)))
    const orders = median(found.map((one) => one.with.rate / one.without.rate))
    return {
      figures: `${orders.toFixed(2)}× the orders a second, p99 ${ratio(({ p99Ms }) => p99Ms)}×; CPU of an order ${ratio(({ serverCpu }) => serverCpu)}× of the server (${middle((one) => one.with.serverCpu)} µs, ${middle((one) => one.without.serverCpu)} without), ${ratio(({ databaseCpu }) => databaseCpu)}× of the database (${middle((one) => one.with.databaseCpu)} µs, ${middle((one) => one.without.databaseCpu)} without); made up ${(middle(({ behindMs }) => behindMs) / 1000).toFixed(1)} s after the load`,
      held: sound && orders >= 0.9,
      remark: `medians of ${rounds} interleaved rounds; afterwards ${sound ? 'the books are balanced' : 'THE BOOKS ARE WRONG'}`,
    }
  } finally {
    await database.remove()
  }
}
