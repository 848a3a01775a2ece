import { dayNumber } from '@glasshouse/core/calendar/days'
import type { JournalType } from '@glasshouse/core/ledger/journal'
import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'

/**
 * What a customer's USDT entries of some types sum to: all of them, and those of whole days of business time. Reads
 * the running rows of the days, never the entries.
 */
export const sumIncome = async (
  db: Db,
  uid: number,
  types: readonly JournalType[],
  span: { readonly fromMs: number; readonly untilMs: number },
): Promise<{ readonly total: Usdt; readonly within: Usdt }> => {
  const { rows } = await sql<{ total: Usdt; within: Usdt }>`
    select coalesce(sum(d.received + d.paid), 0) as total,
      coalesce(sum(d.received + d.paid)
        filter (where d.day >= ${dayNumber(span.fromMs)} and d.day < ${dayNumber(span.untilMs)}), 0) as within
    from ledger_account a
    join ledger_account_day d on d.account_id = a.id and d.type = any(${types}::int[])
    where a.owner = 'customer' and a.owner_id = ${uid} and a.asset = 'USDT'
  `.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found
}
