import { dayNumber } from '@glasshouse/core/calendar/days'
import { usdtAsset } from '@glasshouse/core/ledger/chart'
import type { JournalType } from '@glasshouse/core/ledger/journal'
import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/index.ts'

/**
 * What a customer's USDT entries of some types sum to since the day an instant falls on began, over all accounts:
 * what moves between them nets out. Reads the running rows of those days, never the entries. `causeKind` counts only
 * what had such a cause.
 *
 * @example await sumDaysSince(db, 10001, [journal.contractProfit, journal.contractFee], now) // −12.5 USDT
 */
export const sumDaysSince = async (
  db: Db | Tx,
  uid: number,
  types: readonly JournalType[],
  fromMs: number,
  causeKind: string | null = null,
): Promise<Usdt> => {
  const { rows } = await sql<{ total: Usdt }>`
    select coalesce(sum(d.received + d.paid), 0) as total
    from (
      -- Offset 0 makes the planner read the accounts first, and of each only the end of its days.
      select id from ledger_account
      where owner = 'customer' and owner_id = ${uid} and asset = ${usdtAsset} offset 0
    ) a
    join ledger_account_day d on d.account_id = a.id and d.day >= ${dayNumber(fromMs)}
    where d.type = any(${types}::int[]) and (${causeKind}::text is null or d.cause_kind = ${causeKind})
  `.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found.total
}
