/** Wire forms of changes of settings. */
import type { DataOf } from '../../calls.ts'

/** A change of a setting by a member of staff. */
export type SettingChange = {
  readonly id: number
  readonly key: string
  readonly before: string
  readonly after: string
  readonly staffId: number
  readonly atMs: number
}
type ChangeRow = DataOf<'/staff/api/configHistory'>[number]

/** Formats a change for `/staff/api/configHistory`. */
export const settingChangeToWire = ({ id, key, before, after, staffId, atMs }: SettingChange): ChangeRow => ({
  ...{ id, key, before, after, staffid: staffId, time: atMs },
})

/** Parses the changes of `/staff/api/configHistory`. */
export const settingChangesFromWire = (rows: readonly ChangeRow[]): readonly SettingChange[] =>
  rows.map(({ staffid, time, ...change }) => ({ ...change, staffId: staffid, atMs: time }))
