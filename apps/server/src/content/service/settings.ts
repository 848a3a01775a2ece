import type { DataOf } from '@glasshouse/core/calls'
import {
  type AmountKey,
  orderedSettings,
  rangeGiven,
  rangeOf,
  readSetting,
  type SettingKey,
  type SettingSpec,
  type SettingValue,
  settingKeyOf,
  settingKeys,
  settingSpecIn,
  settingSpecs,
} from '@glasshouse/core/content/settings'
import { domainError } from '@glasshouse/core/errors/registry'
import type { SortedRange } from '@glasshouse/core/wire/codec'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type RequestOrigin, readAndAudit, requireSecondManager, writeAudit } from '../../staff/index.ts'
import {
  findSetting,
  listSettingChangeRows,
  listSettingRows,
  lockSettings,
  type StoredSetting,
  updateSettingRow,
} from '../store/settings.ts'

type Deps = Pick<Platform, 'clock' | 'database'>
type Mode = Platform['settings']['MODE']
type SettingRow = DataOf<'/staff/api/configList'>[number]

/**
 * Current value of a setting; its default until it is changed.
 *
 * @example await getSetting(tx, 'risk_gate') // 0
 */
export const getSetting = async <K extends SettingKey>(db: Db | Tx, key: K): Promise<SettingValue<K>> => {
  const spec: SettingSpec = settingSpecs[key]
  const value = readSetting(spec, (await findSetting(db, key)) ?? spec.fallback)
  // The range may have been narrowed by a newer version: a value outside the safe range is never used.
  return (value ?? readSetting(spec, spec.fallback)) as SettingValue<K>
}

/**
 * Current value of a setting whose default depends on the mode.
 *
 * @example await getSettingIn(db, 'live', 'entry_window_ms') // 250
 */
export const getSettingIn = async <K extends SettingKey>(
  db: Db | Tx,
  mode: Mode,
  key: K,
): Promise<SettingValue<K>> => {
  const spec = settingSpecIn(mode, key)
  const value = readSetting(spec, (await findSetting(db, key)) ?? spec.fallback)
  return (value ?? readSetting(spec, spec.fallback)) as SettingValue<K>
}

/** Values of the public settings among some keys; unknown and secret ones are absent. */
export const getPublicSettings = async (
  db: Db,
  mode: Mode,
  keys: string,
): Promise<Record<string, string>> => {
  const wanted = keys.split(',').flatMap((text) => {
    const key = settingKeyOf(text.trim())
    return key !== null && settingSpecs[key].isPublic ? [key] : []
  })
  const kept = wanted.length === 0 ? [] : await listSettingRows(db)
  return Object.fromEntries(wanted.map((key) => [key, viewOf(mode, key, kept).value]))
}

/** All settings with value, range and meaning. */
export const listSettings = async (db: Db, mode: Mode): Promise<SettingRow[]> => {
  const kept = await listSettingRows(db)
  return settingKeys.map((key) => viewOf(mode, key, kept))
}

const viewOf = (mode: Mode, key: SettingKey, kept: readonly StoredSetting[]): SettingRow => {
  const spec = settingSpecIn(mode, key)
  const row = kept.find((one) => one.key === key)
  const isSafe = row !== undefined && readSetting(spec, row.value) !== null
  return {
    key,
    value: isSafe ? row.value : spec.fallback,
    kind: spec.kind,
    ...rangeOf(spec),
    fallback: spec.fallback,
    meaning: spec.meaning,
    public: spec.isPublic,
    needsTwo: spec.needsTwo ?? false,
    changed: isSafe ? row.changed_ms : null,
  }
}

/** Settings that bound this one, including itself, with their defaults. */
const neighboursOf = (key: SettingKey): ReadonlyMap<SettingKey, string> => {
  const pairs = orderedSettings.filter((pair) => pair.some((one) => one === key)).flat()
  return new Map([key, ...pairs].map((one) => [one, settingSpecs[one].fallback]))
}

/** Stored amount of a setting; its default if a newer version rejects the stored value. */
const amountIn = (kept: ReadonlyMap<string, string>, key: AmountKey): bigint => {
  const spec: SettingSpec = settingSpecs[key]
  const value = readSetting(spec, kept.get(key) ?? spec.fallback) ?? readSetting(spec, spec.fallback)
  if (typeof value !== 'bigint') throw new Error(`the setting ${key} is not an amount`)
  return value
}

/** Does what a setting means for the terms of markets, in its transaction; returns what follows after the commit. */
type TermsChange = (tx: Tx, key: SettingKey, value: string) => Promise<() => void>

export type SettingDeps = Pick<Platform, 'settings'> & Deps & { readonly changeTerms?: TermsChange }

/**
 * Changes a setting, with its history and an audit record in the same transaction. One that protects a control among
 * staff changes when a second manager requests the same value.
 *
 * @throws notAllowed the role service
 * @throws notFound no such setting
 * @throws outOfRange (`min`, `max`) malformed, outside the range, or past a setting that bounds it
 * @throws invalidState the value is unchanged
 */
export const updateSetting = async (
  { settings: { MODE }, clock, database, changeTerms }: SettingDeps,
  staff: ManagerIdentity,
  wanted: { readonly key: string; readonly value: string },
  origin: RequestOrigin,
): Promise<DataOf<'/staff/api/configSet'>> => {
  const key = settingKeyOf(wanted.key)
  if (key === null) throw domainError('notFound')
  const { value } = wanted
  const spec = settingSpecIn(MODE, key)
  if (readSetting(spec, value) === null) throw domainError('outOfRange', rangeOf(spec))
  const atMs = clock.now()
  let follow = () => {}
  const done = await transact(database.db, async (tx) => {
    const kept = await lockSettings(tx, neighboursOf(key), atMs)
    const before = kept.get(key) ?? spec.fallback
    if (before === value) throw domainError('invalidState', { reason: 'unchanged' })
    const allowed = rangeGiven(key, (one) => amountIn(kept, one))
    if (readSetting(allowed, value) === null) throw domainError('outOfRange', rangeOf(allowed))
    const target = `setting ${key}`
    const request = { action: 'configSet' as const, target, payload: { key, value } }
    if (spec.needsTwo === true && !(await requireSecondManager(tx, atMs, staff, origin, request)))
      return {
        ...viewOf(MODE, key, [{ key, value: before, changed_ms: atMs }]),
        waits: true,
        approvals: 1 as const,
      }
    await updateSettingRow(tx, { key, before, after: value, staffId: staff.id, atMs })
    const record = { staffId: staff.id, action: 'configSet' as const, target, ...origin }
    await writeAudit(tx, { ...record, before, after: value }, atMs)
    if (changeTerms !== undefined) follow = await changeTerms(tx, key, value)
    return { ...viewOf(MODE, key, [{ key, value, changed_ms: atMs }]), waits: false }
  })
  follow()
  return done
}

/** One page of setting changes with author, before and after. Throws `notFound` for an unknown key. */
export const listSettingChanges = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  { key: name, ...page }: SortedRange & { readonly key?: string | undefined },
) => {
  const key = name === undefined ? null : settingKeyOf(name)
  if (key === null && name !== undefined) throw domainError('notFound')
  await readAndAudit(deps, staff, origin, 'configHistory', key === null ? 'settings' : `setting ${key}`)
  return listSettingChangeRows(deps.database.db, key, page)
}
