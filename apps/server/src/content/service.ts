import type { DataOf } from '@glasshouse/core/calls'
import {
  rangeOf,
  readSetting,
  type SettingKey,
  type SettingSpec,
  type SettingValue,
  settingKeyOf,
  settingKeys,
  settingSpecs,
} from '@glasshouse/core/content/settings'
import { refuse } from '@glasshouse/core/refusals/registry'
import { type Db, type Platform, type StaffMember, type Tx, transact } from '../platform/index.ts'
import { type Origin, writeAudit } from '../staff/index.ts'
import { changeSetting, type KeptSetting, lockSetting, selectSetting, selectSettings } from './store.ts'

type Deps = Pick<Platform, 'clock' | 'database'>
type SettingRow = DataOf<'/staff/api/configSet'>

/**
 * The value of a setting as it stands, its fallback while nobody changed it.
 *
 * @example await settingOf(tx, 'risk_gate') // 0
 */
export const settingOf = async <K extends SettingKey>(db: Db | Tx, key: K): Promise<SettingValue<K>> => {
  const spec: SettingSpec = settingSpecs[key]
  const value = readSetting(spec, (await selectSetting(db, key)) ?? spec.fallback)
  // Narrowed by a newer version after it was set: a value outside the safe range is never used.
  return (value ?? readSetting(spec, spec.fallback)) as SettingValue<K>
}

/** The values of public settings among some keys; unknown and secret ones are absent. */
export const publicSettings = async (db: Db, keys: string): Promise<Record<string, string>> => {
  const wanted = keys.split(',').flatMap((text) => {
    const key = settingKeyOf(text.trim())
    return key !== null && settingSpecs[key].isPublic ? [key] : []
  })
  const kept = wanted.length === 0 ? [] : await selectSettings(db)
  return Object.fromEntries(wanted.map((key) => [key, viewOf(key, kept).value]))
}

/** Every setting with its value, range and meaning. */
export const listSettings = async (db: Db): Promise<SettingRow[]> => {
  const kept = await selectSettings(db)
  return settingKeys.map((key) => viewOf(key, kept))
}

const viewOf = (key: SettingKey, kept: readonly KeptSetting[]): SettingRow => {
  const spec: SettingSpec = settingSpecs[key]
  const row = kept.find((one) => one.key === key)
  const isSafe = row !== undefined && readSetting(spec, row.value) !== null
  return {
    key,
    value: isSafe ? row.value : spec.fallback,
    kind: spec.kind,
    ...rangeOf(spec),
    fallback: spec.fallback,
    meaning: spec.meaning,
    changed: isSafe ? row.changed_ms : null,
  }
}

/**
 * Changes a setting, with its history and an audit record in the same transaction.
 *
 * Refuses `notAllowed` for the role service, `notFound`, `outsideLimits` (`min`, `max`) for a value that is
 * malformed or outside the range, `stateForbids` when it has this value already.
 */
export const setSetting = async (
  { clock, database }: Deps,
  staff: StaffMember,
  wanted: { readonly key: string; readonly value: string },
  origin: Origin,
): Promise<SettingRow> => {
  if (staff.role !== 'manager') throw refuse('notAllowed')
  const key = settingKeyOf(wanted.key)
  if (key === null) throw refuse('notFound')
  const spec: SettingSpec = settingSpecs[key]
  if (readSetting(spec, wanted.value) === null) throw refuse('outsideLimits', rangeOf(spec))
  const atMs = clock.now()
  await transact(database.db, async (tx) => {
    const before = await lockSetting(tx, key, spec.fallback, atMs)
    if (before === wanted.value) throw refuse('stateForbids', { reason: 'unchanged' })
    await changeSetting(tx, { key, before, after: wanted.value, staffId: staff.id, atMs })
    const record = { staffId: staff.id, action: 'configSet', target: `setting ${key}`, ...origin }
    await writeAudit(tx, { ...record, before, after: wanted.value }, atMs)
  })
  return viewOf(key, [{ key, value: wanted.value, changed_ms: atMs }])
}
