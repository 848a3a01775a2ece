import { usdtAsset } from '@glasshouse/core/ledger/chart'
import { earnedTypes, ownPurposes, resultTypes } from '@glasshouse/core/ledger/dayParts'
import { journal } from '@glasshouse/core/ledger/journal'
import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'

/** What one business day added to a customer's own USDT; the parts beside `change` are signed and part of it. */
export type EquityDay = {
  readonly day: number
  readonly change: Usdt
  /** Contracts and options, fees included. */
  readonly result: Usdt
  /** Fees of contracts, at most zero; part of the result. */
  readonly fees: Usdt
  /** Interest, rewards and referral income, costs of them included. */
  readonly earned: Usdt
}

/**
 * A customer's own USDT in all accounts now, and what each day since `fromDay` added to it. Promotional credit and coins
 * are left out. One statement: the days and the balance agree. Reads the running rows of the days, never the entries.
 */
export const listEquityDays = async (
  db: Db,
  uid: number,
  fromDay: number,
): Promise<{ readonly balance: Usdt; readonly days: readonly EquityDay[] }> => {
  const sumOf = (types: readonly number[]) =>
    sql`coalesce(sum(d.received + d.paid) filter (where d.type = any(${[...types]}::int[])), 0)`
  const { rows } = await sql<{ balance: Usdt } & (EquityDay | Record<keyof EquityDay, null>)>`
    with mine as (
      select id, balance from ledger_account
      where owner = 'customer' and owner_id = ${uid} and asset = ${usdtAsset}
        and purpose = any(${[...ownPurposes]}::text[])
    ), days as (
      select d.day, sum(d.received + d.paid) as change, ${sumOf(resultTypes)} as result,
        ${sumOf([journal.contractFee])} as fees, ${sumOf(earnedTypes)} as earned
      -- Offset 0 makes the planner read the accounts first, and of each only the end of its days.
      from (select id from mine offset 0) a
      join ledger_account_day d on d.account_id = a.id and d.day >= ${fromDay}
      group by d.day
    )
    select all_of.balance, days.* from (select coalesce(sum(balance), 0) as balance from mine) all_of
    left join days on true order by days.day`.execute(db)
  const [first] = rows
  if (first === undefined) throw new Error('sum returned no row')
  return {
    balance: first.balance,
    days: rows.flatMap(({ balance: _, ...day }) => (day.day === null ? [] : [day])),
  }
}
