import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const appendOnly = 'update delete truncate'
const stays = 'delete truncate'

/** What every statement is refused that changes a table, whatever its rows. */
const guarded: Readonly<Record<string, string>> = {
  ai_decision: appendOnly,
  ai_run: stays,
  community_text: stays,
  console_fund: appendOnly,
  console_grant: appendOnly,
  content_setting_change: appendOnly,
  contracts_copy: appendOnly,
  contracts_event: appendOnly,
  contracts_order: 'truncate',
  contracts_pool: stays,
  funding_address: 'truncate',
  funding_arrival: 'truncate',
  funding_bonus: 'truncate',
  funding_payment_value: 'truncate',
  funding_withdrawal_event: appendOnly,
  invest_accrual: appendOnly,
  invest_copy: stays,
  invest_cycle: stays,
  invest_dealing: appendOnly,
  invest_dealing_order: appendOnly,
  invest_lead: stays,
  invest_lead_day: appendOnly,
  invest_order: stays,
  invest_pool: stays,
  invest_pool_change: appendOnly,
  invest_product: stays,
  ledger_account: 'delete truncate update',
  ledger_account_day: 'delete truncate update',
  ledger_entry: appendOnly,
  ledger_suspension: appendOnly,
  ledger_transaction: appendOnly,
  loans_interest: appendOnly,
  loans_loan: stays,
  loans_payment: appendOnly,
  loans_pledge: stays,
  loans_standing: appendOnly,
  markets_chain_head: appendOnly,
  markets_filed: stays,
  markets_kept_tick: appendOnly,
  markets_terms: appendOnly,
  markets_tick: 'update truncate',
  markets_writer: appendOnly,
  options_event: appendOnly,
  options_order: stays,
  protection_answer: appendOnly,
  protection_limit_change: appendOnly,
  referral_accrual: appendOnly,
  referral_client: stays,
  referral_payout: appendOnly,
  referral_promise: stays,
  referral_return: appendOnly,
  reviews_decision: appendOnly,
  rewards_checkin: appendOnly,
  rewards_task: appendOnly,
  rewards_total: appendOnly,
  staff_audit: appendOnly,
  subscription_issue: stays,
  subscription_order: stays,
  trust_day: appendOnly,
  trust_day_file: appendOnly,
  trust_head: appendOnly,
  trust_holding: 'delete truncate update',
  trust_key: 'delete truncate update',
  trust_receipt: appendOnly,
  trust_receipt_progress: stays,
  trust_report: 'delete truncate update',
  trust_report_claims: 'update truncate',
  trust_report_customers: 'update truncate',
  trust_report_nodes: 'update truncate',
  trust_settlement: appendOnly,
  trust_settlement_outbox: 'update truncate',
  wallets_sale: appendOnly,
  wallets_sending: appendOnly,
  wallets_transfer: appendOnly,
}

/** Rows that are refused by a condition on them; each is tested where its module is. */
const byRow: readonly string[] = [
  'ai_run_ended_stays',
  'community_text_keeps_words',
  'contracts_order_settled_stays',
  'contracts_pool_keeps_lead',
  'funding_address_stays',
  'funding_arrival_stays',
  'funding_bonus_stays',
  'funding_payment_value_stays',
  'invest_copy_keeps_terms',
  'invest_lead_ended_stays',
  'invest_order_finished_stays',
  'invest_order_keeps_terms',
  'invest_pool_keeps_lead',
  'invest_product_keeps_kind',
  'ledger_account_opens_empty',
  'loans_loan_ended_stays',
  'loans_loan_keeps_terms',
  'options_order_settled_stays',
  'referral_client_left_for_ever',
  'referral_promise_keeps_terms',
  'subscription_issue_ended_stays',
  'subscription_issue_keeps_terms',
  'subscription_order_keeps',
]

type Guard = {
  readonly table: string
  readonly trigger: string
  readonly events: string
  readonly column: string
}

const listGuards = async (isForEachRow: boolean): Promise<readonly Guard[]> =>
  (
    await sql<Guard>`
      select c.relname as table, t.tgname as trigger, concat_ws(' ',
          case when t.tgtype & 16 = 16 then 'update' end, case when t.tgtype & 8 = 8 then 'delete' end,
          case when t.tgtype & 32 = 32 then 'truncate' end) as events,
        (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and a.attgenerated = '' and a.attidentity = ''
            and (t.tgattr = ''::int2vector or a.attnum = any(t.tgattr)) order by a.attnum limit 1) as column
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgfoid = 'platform_refuse_change'::regproc and not t.tgisinternal
        and (t.tgtype & 1 = 1) = ${isForEachRow}
      order by c.relname, t.tgname`.execute(database.db)
  ).rows

it('every table that stays as it is refuses each statement that would change it', async () => {
  const found: Record<string, string> = {}
  for (const { table, events, column } of await listGuards(false)) {
    found[table] = found[table] === undefined ? events : `${events} ${found[table]}`
    const statements: Readonly<Record<string, string>> = {
      update: `update ${table} set "${column}" = "${column}" where false`,
      delete: `delete from ${table} where false`,
      truncate: `truncate ${table} cascade`,
    }
    for (const event of events.split(' ').filter((name) => name !== ''))
      await expect(
        sql.raw(statements[event] ?? '').execute(database.db),
        `${event} ${table}`,
      ).rejects.toMatchObject({
        code: '23001',
        message: `${event} of ${table} is not allowed`,
      })
  }
  expect(found).toEqual(guarded)
  expect((await listGuards(true)).map(({ trigger }) => trigger)).toEqual(byRow)
})

it('no other function does nothing but refuse', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where prorettype = 'trigger'::regtype and pronamespace = 'public'::regnamespace
      and prosrc ~ '^\\s*begin\\s+raise exception'`.execute(database.db)
  expect(rows).toEqual([{ name: 'platform_refuse_change' }])
})
