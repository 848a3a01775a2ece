import { dayNumber } from '@glasshouse/core/calendar/days'
import { usdtAsset } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'

const result = [
  journal.contractProfit,
  journal.contractFee,
  journal.liquidation,
  journal.optionStake,
  journal.optionPayout,
  journal.optionRefund,
]

/**
 * Margins and option stakes that customers put in since a day began, in USDT units. Reads the running rows of the days,
 * never the entries.
 */
export const sumStakesSince = async (db: Db, fromMs: number): Promise<Usdt> => {
  const { rows } = await sql<{ total: Usdt }>`
    select coalesce(sum(d.received), 0) as total
    from ledger_account a join ledger_account_day d on d.account_id = a.id
    where a.owner = 'customer' and a.asset = ${usdtAsset} and d.day >= ${dayNumber(fromMs)} and (
      (a.purpose in ('contractMargin', 'contract2Margin') and d.type = ${journal.margin})
      or (a.purpose = 'optionStake' and d.type = ${journal.optionStake})
    )`.execute(db)
  return rows[0]?.total ?? (0n as Usdt)
}

/** How many customers traded contracts or options since a day began, and how many of them lost, fees included. */
export const countLosersSince = async (
  db: Db,
  fromMs: number,
): Promise<{ readonly traders: number; readonly losers: number }> => {
  const { rows } = await sql<{ traders: number; losers: number }>`
    select count(*) as traders, count(*) filter (where total < 0) as losers from (
      select a.owner_id, sum(d.received + d.paid) as total
      from ledger_account a join ledger_account_day d on d.account_id = a.id
      where a.owner = 'customer' and a.asset = ${usdtAsset} and d.day >= ${dayNumber(fromMs)}
        and d.type = any(${result}::int[])
      group by a.owner_id
    ) t`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('count returned no row')
  return found
}
