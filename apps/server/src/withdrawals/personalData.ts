import { withdrawalToWire } from '@glasshouse/core/withdrawals/codec'
import { exportPages, type PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listWithdrawals } from './service/list.ts'
import { anonymizeWithdrawals, countOpen } from './store/withdrawals.ts'

/** What this module stores about a customer. */
export const withdrawalPersonalData: PersonalData<Pick<Platform, 'clock' | 'database' | 'secrets'>> = {
  exportParts: (deps, { uid }) => [
    {
      name: 'withdrawals',
      rows: () =>
        exportPages(async (page) =>
          (await listWithdrawals(deps, uid, { orderBy: 'id', ...page })).rows.map(withdrawalToWire),
        ),
    },
  ],
  obstacle: async (tx, { uid }) => ((await countOpen(tx, uid)) > 0 ? 'withdrawalWaiting' : null),
  erase: (tx, { uid }) => anonymizeWithdrawals(tx, uid),
}
