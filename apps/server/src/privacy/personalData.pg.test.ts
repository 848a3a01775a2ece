import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { recordStatements } from '@glasshouse/testkit/statements'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

let counter: StaffFixture
beforeAll(async () => {
  counter = await startStaffFixture()
})
afterAll(() => counter.close())

const yes = 'yes'
/** Why a table that names a customer is not read for an export, or not changed by a closing. */
const journal = 'its lines are in the journal'
const derived = 'is computed from rows that are exported'
const evidence = 'settled money and what it was settled by stay under the number of the account'
const answers = 'stays as evidence of what the customer was asked and answered'
const nothingPersonal = 'holds amounts and instants only'
const secret = 'a secret, or a hash of one'
const others = 'closing is refused while it is open'

/** Every table that names a customer: how an export and a closing treat it. */
const tables: Readonly<Record<string, readonly [exported: string, closing: string]>> = {
  ai_run: [yes, evidence],
  alerts_alert: [yes, yes],
  community_appeal: [yes, yes],
  community_like: [yes, 'numbers of likes stay; the list names no one'],
  community_text: [yes, yes],
  console_grant: [journal, evidence],
  contracts_order: [yes, evidence],
  contracts_pool: ['a pool is in the record of its lead', others],
  contracts_result_day: [derived, evidence],
  contracts_size: [derived, others],
  drawings_chart: [yes, yes],
  funding_address: [yes, 'a payment that comes later must find whose it is'],
  funding_bonus: [journal, evidence],
  funding_deposit: [yes, evidence],
  funding_destination: [yes, yes],
  funding_destination_change: [yes, yes],
  funding_transfer: [yes, yes],
  funding_withdrawal: [yes, yes],
  identity_api_key: [yes, yes],
  identity_customer: [yes, yes],
  identity_device: [yes, yes],
  identity_lock: [yes, answers],
  identity_lost_factor: [secret, yes],
  identity_passkey: [yes, yes],
  identity_recovery_code: [secret, yes],
  identity_session: [yes, yes],
  identity_totp: [secret, yes],
  identity_undo: [secret, yes],
  // The record stays public; the name under which it is found is emptied.
  invest_lead: [yes, yes],
  invest_lead_application: [yes, answers],
  invest_lead_day: [yes, 'records of leads stay public, also ended ones'],
  invest_lead_market: [derived, 'records of leads stay public, also ended ones'],
  invest_lead_trades: [derived, 'records of leads stay public, also ended ones'],
  invest_order: [yes, evidence],
  kyc_retained_hash: ['written by a closing', 'only after an identity check'],
  kyc_submission: [yes, yes],
  kyc_view: [yes, yes],
  loans_loan: [yes, evidence],
  loans_score_event: [yes, evidence],
  notifications_letter_word: [secret, yes],
  notifications_notice: [yes, yes],
  notifications_switch: [yes, yes],
  options_order: [yes, evidence],
  options_result_day: [derived, evidence],
  performance_trade_link: [yes, yes],
  protection_answer: [yes, answers],
  protection_copied_result: [yes, evidence],
  protection_limit: [yes, answers],
  protection_limit_change: [yes, answers],
  reviews_complaint: [yes, yes],
  rewards_assets: [derived, nothingPersonal],
  rewards_checkin: [yes, evidence],
  rewards_reading: [yes, nothingPersonal],
  rewards_submission: [yes, 'its pictures are erased'],
  rewards_task: [yes, evidence],
  rewards_total: [yes, evidence],
  subscription_order: [yes, evidence],
  trust_receipt: [yes, evidence],
  trust_report_check: ['counts once who checked a report', nothingPersonal],
  trust_report_claims: ['part of the balances of the own proof', evidence],
  trust_report_customers: ['a tree of hashes; the own proof is exported', evidence],
  uploads_picture: [yes, yes],
  wallets_question: ['a counter of the last minutes', nothingPersonal],
  wallets_sale: [journal, evidence],
  wallets_sending: [journal, evidence],
  wallets_transfer: [journal, evidence],
}

/** Tables that name a customer by number. */
const namingTables = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns join pg_tables on tablename = table_name
    where table_schema = 'public' and (column_name = 'uid' or column_name like '%\\_uid') order by 1`.execute(
    counter.stage.database.db,
  )
  return rows.map(({ name }) => name)
}

const whileRecording = async (work: () => Promise<unknown>): Promise<string> => {
  const record = recordStatements()
  try {
    await work()
  } finally {
    record.end()
  }
  return record.texts().join('\n')
}

it('an export reads and a closing erases every table that names a customer, or there is a reason', async () => {
  const names = await namingTables()
  expect(names).toEqual(Object.keys(tables).toSorted())
  const person = await counter.newcomer()
  const { url } = (await counter.ask('/api/user/export', {}, person.token)).data as { url: string }
  const exporting = await whileRecording(async () => (await fetch(counter.url + url)).text())
  const closing = await whileRecording(async () => {
    const answer = await counter.ask('/api/user/closeAccount', { pwd: counterPassword }, person.token)
    expect(answer.retCode).toBe(0)
  })
  const isIn = (text: string, verb: string) => (name: string) =>
    new RegExp(`(?:${verb})\\s+"?${name}\\b`).test(text)
  const marked = (at: 0 | 1) => names.filter((name) => tables[name]?.[at] === yes)
  expect(marked(0).filter((name) => !isIn(exporting, 'from|join')(name))).toEqual([])
  expect(names.filter(isIn(closing, 'delete from|update'))).toEqual(marked(1))
})
