import { depositToWire } from '@glasshouse/core/deposits/codec'
import { exportPages, type PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listDeposits } from './service/list.ts'
import { listDepositAddresses } from './store/addresses.ts'
import { hasOpenDeposit } from './store/invoices.ts'
import { anonymizeTransfers, listTransfersOf } from './store/transfers.ts'

/** What this module stores about a customer. */
export const depositPersonalData: PersonalData<Pick<Platform, 'clock' | 'database' | 'settings'>> = {
  exportParts: (deps, { uid }) => [
    {
      name: 'deposits',
      rows: () =>
        exportPages(async (page) =>
          (await listDeposits(deps, uid, { state: null, orderBy: 'id', ...page })).rows.map(depositToWire),
        ),
    },
    { name: 'depositAddresses', rows: () => listDepositAddresses(deps.database.db, uid) },
    { name: 'reportedTransfers', rows: () => listTransfersOf(deps.database.db, uid) },
  ],
  // An expired invoice can still be paid late while the gateway monitors it.
  obstacle: async (tx, { uid, nowMs }) => ((await hasOpenDeposit(tx, uid, nowMs)) ? 'depositWaiting' : null),
  erase: (tx, { uid }) => anonymizeTransfers(tx, uid),
}
