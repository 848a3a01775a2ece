import { listNoticesFromWire, setSwitchesFromWire } from '@glasshouse/core/notifications/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listNotices, readNotices } from './service/notices.ts'
import { listSwitches, setSwitches } from './service/switches.ts'

/** Calls of notices and of their switches. */
export const noticeRoutes = (deps: Pick<Platform, 'clock' | 'database'>): readonly AnyRoute[] => [
  route('/api/user/noticeList', async ({ customer, body, lang }) =>
    listNotices(deps.database.db, customer.uid, listNoticesFromWire(body), lang),
  ),
  route('/api/user/noticeRead', async ({ customer, body }) => readNotices(deps, customer.uid, body)),
  route('/api/user/noticeSwitches', async ({ customer }) => listSwitches(deps.database.db, customer.uid)),
  route('/api/user/setNoticeSwitches', async ({ customer, body }) =>
    setSwitches(deps.database.db, customer.uid, setSwitchesFromWire(body)),
  ),
]
