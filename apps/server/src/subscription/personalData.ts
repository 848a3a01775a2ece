import { applicationToWire } from '@glasshouse/core/subscription/codec'
import { exportPages, type PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { exportAllotments, exportSubscriptions } from './service/view.ts'

/** What this module stores about a customer. */
export const subscriptionPersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [
    {
      name: 'subscriptions',
      rows: () =>
        exportPages(async (page) => (await exportSubscriptions(db, uid, page)).map(applicationToWire)),
    },
    { name: 'allotments', rows: () => exportPages((page) => exportAllotments(db, uid, page)) },
  ],
}
