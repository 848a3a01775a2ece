import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import type { CustomerFigures } from '@glasshouse/core/reviews/summary/codec'
import { ledgerTotalsModule } from './ledger/totals/module.ts'
import type { Db } from './platform/database/index.ts'
import { type AssetDeps, listTotalAssets } from './referral/index.ts'

/** Figures of one customer for staff, from several modules. Reads running rows of the ledger, never its entries. */
export const createFiguresOf =
  (deps: AssetDeps) =>
  async (db: Db, uid: number): Promise<CustomerFigures> => {
    const { sumLifetime } = ledgerTotalsModule.provides
    const assets = await listTotalAssets(deps, db, [uid])
    const inflow = await sumLifetime(db, { uid, purpose: 'wallet' }, [journal.deposit])
    const sentTypes = [journal.withdrawal, journal.withdrawalFee]
    const outflow = await sumLifetime(db, { uid, purpose: 'withdrawal' }, sentTypes)
    return {
      assets: assets.get(uid) ?? usdt('0'),
      deposited: inflow.received,
      withdrawn: outflow.paid,
    }
  }
