import { type SwitchCommand, type SwitchState, switchToAudit } from '@glasshouse/core/ai/codec'
import { domainError } from '@glasshouse/core/errors/registry'
import type { StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type RequestOrigin, readAndAudit, writeAudit } from '../../staff/index.ts'
import { countActiveRuns } from '../store/runs.ts'
import { findSwitch, lockSwitch, type SwitchRow, updateSwitch } from '../store/switch.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

const toState = ({ is_on, remark, changed_ms }: SwitchRow, running: number): SwitchState => ({
  isOn: is_on,
  remark,
  changedMs: changed_ms,
  running,
})

/**
 * Switches AI ordering on or off for all customers, with before and after in the audit log; null only reads. Runs end
 * with their next candle, open trades keep their stops.
 *
 * @throws invalidField `remark` is missing
 */
export const setSwitch = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  command: SwitchCommand | null,
): Promise<SwitchState> => {
  const { clock, database } = deps
  if (command === null) {
    await readAndAudit(deps, staff, origin, 'aiSwitchView', 'AI ordering')
    return toState(await findSwitch(database.db), await countActiveRuns(database.db))
  }
  const { isOn, remark } = command
  if (remark === '') throw domainError('invalidField', { field: 'remark' })
  return transact(database.db, async (tx) => {
    const before = await lockSwitch(tx)
    const after = await updateSwitch(tx, isOn, remark, clock.now())
    const record = { staffId: staff.id, action: 'aiSwitch' as const, target: 'AI ordering', ...origin }
    const change = {
      before: switchToAudit({ isOn: before.is_on, remark: before.remark }),
      after: switchToAudit({ isOn: after.is_on, remark: after.remark }),
    }
    await writeAudit(tx, { ...record, ...change }, clock.now())
    return toState(after, await countActiveRuns(tx))
  })
}
