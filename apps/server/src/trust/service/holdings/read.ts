import type { HoldingNetwork } from '@glasshouse/core/trust/holdings/holdings'
import type { Chain } from '../../../deposits/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { type HoldingRow, listHoldings, type ReadHolding } from '../../store/holdings.ts'

/** Chains by network, as far as amounts are read from them. */
export type HoldingChains = ReadonlyMap<HoldingNetwork, Pick<Chain, 'balances'>>

type Deps = Pick<Platform, 'database' | 'log'> & { readonly chains: HoldingChains }

/**
 * Reads from the chains what the addresses hold that are proven for a report of a day. Only what was read counts: a chain that
 * does not answer is left out whole, is logged, and does not delay the report further.
 */
export const readHoldings = async (
  { database, log, chains }: Deps,
  { number, day }: { readonly number: number; readonly day: string },
): Promise<readonly ReadHolding[]> => {
  const proven = (await listHoldings(database.db, number)).filter(
    (row) => row.day === Number.parseInt(day, 10),
  )
  const read: ReadHolding[] = []
  for (const [network, rows] of Map.groupBy(proven, (row: HoldingRow) => row.network)) {
    const chain = chains.get(network)
    if (chain === undefined) continue
    try {
      const { block, amounts } = await chain.balances(rows.map(({ address }) => address))
      rows.forEach(({ asset, address }, at) => {
        const amount = amounts[at]
        if (amount === undefined) throw new Error(`the chain told nothing of ${address}`)
        read.push({ network, asset, address, amount, block })
      })
    } catch (error) {
      log.error(
        { err: error, number, network },
        'holdings could not be read, the report states none of this network',
      )
    }
  }
  return read
}
