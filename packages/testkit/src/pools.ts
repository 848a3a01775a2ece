import { createPools } from '../../../apps/server/src/contracts/index.fixture.ts'
import type { Pools } from '../../../apps/server/src/invest/index.ts'

/** The pools of a stage, served by the contracts of the same stage. */
export const stagePools = (deps: Parameters<typeof createPools>[0]): Pools => createPools(deps)
