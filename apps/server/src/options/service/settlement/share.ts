import { partitionOf } from '@glasshouse/core/contracts/partition'
import type { Tx } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import type { OrderRow } from '../../schema.ts'

/** What the engine of a process says of the customers on whom it decides. */
export type SettlingEngine = {
  readonly isHolding: (partition: number) => boolean
  /** Told at once and whenever that changes. Returns how to stop. */
  readonly onHeld: (listener: () => void) => () => void
  /** Whether it decides on all of some accounts, which it then does until the end of the transaction. */
  readonly holds: (tx: Tx, accounts: readonly number[]) => Promise<boolean>
}

/** Whose options a process settles, where several do. */
export type SettlementShare = {
  readonly settles: (option: Pick<OrderRow, 'uid' | 'expires_ms'>, nowMs: number) => boolean
  readonly onChange: SettlingEngine['onHeld']
  /** Proves it in the transaction that settles; absent of the leader, which may settle any option. */
  readonly holds?: SettlingEngine['holds']
}

/** An engine elsewhere had so long to settle an option: then the leader does. */
const overdueMs = 3000

type Partitions = Pick<Platform['settings'], 'ENGINE_PARTITIONS'>

/**
 * The options of a leader: those of the customers on whom no other engine decides that settles options, and any that is overdue.
 * The rows say what is still open, so two that settle the same one settle it once.
 *
 * @param settlesElsewhere whether an engine in another process settles the options of a partition
 */
export const shareOfLeader = (
  { ENGINE_PARTITIONS }: Partitions,
  engine: Pick<SettlingEngine, 'isHolding' | 'onHeld'>,
  settlesElsewhere: (partition: number) => boolean,
): SettlementShare => ({
  settles: ({ uid, expires_ms }, nowMs) => {
    const partition = partitionOf(uid, ENGINE_PARTITIONS)
    return engine.isHolding(partition) || !settlesElsewhere(partition) || expires_ms + overdueMs <= nowMs
  },
  onChange: engine.onHeld,
})

/**
 * The options of an engine beside the leader: those of its customers, while the leader says how options end.
 *
 * @param decidesOptions false beside a leader of a former release, which settles all options itself
 */
export const shareOfEngine = (
  { ENGINE_PARTITIONS }: Partitions,
  engine: SettlingEngine,
  decidesOptions: () => boolean,
): SettlementShare => ({
  settles: ({ uid }) => decidesOptions() && engine.isHolding(partitionOf(uid, ENGINE_PARTITIONS)),
  onChange: engine.onHeld,
  holds: engine.holds,
})
