import { levelHouse, type PartInUse } from '../../../tradingReserve/index.ts'
import { type HeldPartitions, holdsAll } from '../../store/partitions.ts'
import type { EngineDeps } from './term.ts'

/**
 * The part of the house account of an engine, which is live once it was levelled. It may go on with the part of a partition that it
 * gave back until the next levelling.
 *
 * @param heldBy what the engine holds; null while it decides on none
 */
export const createPartInUse = (
  deps: Pick<EngineDeps, 'database' | 'clock' | 'markets'>,
  heldBy: () => HeldPartitions | null,
): { readonly housePart: PartInUse; readonly level: () => Promise<void> } => {
  let live: number | null = null
  return {
    housePart: {
      current: () => live,
      lost: () => {
        live = null
      },
    },
    level: async () => {
      const held = heldBy()
      const own = held === null || holdsAll(held) ? null : Math.min(...held.terms.keys())
      live = (await levelHouse(deps, own)) ? own : null
    },
  }
}
