import { listRecordsFromWire, saveContentFromWire, staffRecordToWire } from '@glasshouse/core/content/codec'
import { settingChangeToWire } from '@glasshouse/core/content/settings/codec'
import { sortedPageFromWire } from '@glasshouse/core/wire/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import { readAndAudit } from '../staff/index.ts'
import { deleteContent, listContent, saveContent } from './service/records.ts'
import { listSettingChanges, listSettings, type SettingDeps, updateSetting } from './service/settings.ts'

/** Staff calls of content and of settings. */
export const contentStaffRoutes = (deps: SettingDeps): AnyRoute[] => [
  route('/staff/api/configList', async ({ staff, ip, userAgent }) => {
    await readAndAudit(deps, staff, { ip, userAgent }, 'configList', 'settings')
    return listSettings(deps.database.db, deps.settings.MODE)
  }),
  route('/staff/api/configSet', async ({ body, staff, ip, userAgent }) =>
    updateSetting(deps, staff, body, { ip, userAgent }),
  ),
  route('/staff/api/configHistory', async ({ body, staff, ip, userAgent }) => {
    const query = { key: body.key, ...sortedPageFromWire(body) }
    const { rows, total } = await listSettingChanges(deps, staff, { ip, userAgent }, query)
    return { rows: rows.map(settingChangeToWire), total }
  }),
  route('/staff/api/contentList', async ({ body, staff, ip, userAgent }) => {
    const { rows, total } = await listContent(deps, staff, { ip, userAgent }, listRecordsFromWire(body))
    return { rows: rows.map(staffRecordToWire), total }
  }),
  route('/staff/api/contentSave', async ({ body, staff, ip, userAgent }) =>
    staffRecordToWire(await saveContent(deps, staff, { ip, userAgent }, saveContentFromWire(body))),
  ),
  route('/staff/api/contentDelete', async ({ body, staff, ip, userAgent }) => {
    await deleteContent(deps, staff, { ip, userAgent }, body)
    return {}
  }),
]
