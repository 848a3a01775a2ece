import { partitionOf } from '@glasshouse/core/contracts/partition'
import type { Platform } from '../../platform/services/index.ts'

/** Whose runs a process drives, where several do. */
export type RunShare = {
  readonly drives: (uid: number) => boolean
  /** Told at once and whenever that changed. Returns how to stop. */
  readonly onChange: (listener: () => void) => () => void
  /** The leader drives the runs of others too, a few seconds after they were due. */
  readonly isLeader: boolean
}

/** What the engine of a process says of the customers on whom it decides. */
type DrivingEngine = {
  readonly isHolding: (partition: number) => boolean
  readonly onHeld: RunShare['onChange']
}

type Partitions = Pick<Platform['settings'], 'ENGINE_PARTITIONS'>

/**
 * The runs of a leader: those of the customers on whom no other engine decides that drives runs.
 *
 * @param drivesElsewhere whether an engine in another process drives the runs of a partition
 */
export const runsOfLeader = (
  { ENGINE_PARTITIONS }: Partitions,
  engine: DrivingEngine,
  drivesElsewhere: (partition: number) => boolean,
): RunShare => ({
  drives: (uid) => {
    const partition = partitionOf(uid, ENGINE_PARTITIONS)
    return engine.isHolding(partition) || !drivesElsewhere(partition)
  },
  onChange: engine.onHeld,
  isLeader: true,
})

/**
 * The runs of an engine beside the leader: those of its customers, while the leader says when minutes have closed.
 *
 * @param hasMinutes false beside a leader of a former release, which drives all runs itself
 */
export const runsOfEngine = (
  { ENGINE_PARTITIONS }: Partitions,
  engine: DrivingEngine,
  hasMinutes: () => boolean,
): RunShare => ({
  drives: (uid) => hasMinutes() && engine.isHolding(partitionOf(uid, ENGINE_PARTITIONS)),
  onChange: engine.onHeld,
  isLeader: false,
})
