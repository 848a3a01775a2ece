import type { SettingKey } from '@glasshouse/core/content/settings'
import { worded } from './worded.ts'

/** Labels of the settings; the key is displayed beside the label. */
export const settingWords: Readonly<Record<SettingKey, string>> = {
  risk_gate: 'Risk check before the first order',
  security_contact: 'Contact for vulnerability reports',
  security_expires: 'Contact for vulnerability reports good until',
  security_policy: 'Policy for vulnerability reports',
  wp_btc_halve_time: 'Next Bitcoin halving',
  liability_parts: 'Leaves of a customer in a liabilities report',
  upload_daily: 'Pictures a customer uploads in 24 hours',
  upload_total: 'Pictures kept of a customer',
  reg_push: 'Pop-up with the first-deposit bonus',
  order_min_price: 'Smallest option stake',
  order_max_price: 'Largest option stake',
  order_inter_price: 'Step of an option stake',
  option_payout_max: 'Largest option payout',
  terms_notice_minutes: 'Notice before terms change',
  entry_window_ms: 'Window of fair entry',
  contract_order_max: 'Open contract orders of a wallet',
  max_order_notional: 'Largest contract order',
  max_position_notional: 'Largest contract position of a customer',
  max_open_interest: 'Largest open interest of one side',
  userpay_min: 'Smallest deposit',
  userpay_max: 'Largest deposit',
  usdt_exchange_rate: 'US dollars for one USDT',
  bonus_max: 'Largest first-deposit bonus',
  ai_daily_max: 'AI runs of a customer in a day',
  ai_life_hours: 'Hours an AI run lasts at most',
  invest_order_max: 'Running investment orders of a customer',
  invest_apr_max: 'Largest yearly rate of a product, percent',
  community_daily_speeches: 'Speeches a customer posts in a day',
  community_daily_comments: 'Comments and replies a customer posts in a day',
  loan_min: 'Smallest loan',
  loan_days: 'Days of loans, a comma list',
  loan_rate_ppm: 'Loan interest a day, parts per million',
  loan_ltv: 'Largest loan, percent of its security',
  loan_call: 'Loan to value of the warning, percent',
  loan_liquidation: 'Loan to value of the settlement, percent',
  loan_grace_hours: 'Hours after the due day of a loan',
  loan_needs_kyc: 'Loans need an approved identity',
  kyc_hash_years: 'Years an identity hash is kept after closing',
  referral_rate_1: 'Referral share of level 1, percent',
  referral_rate_2: 'Referral share of level 2, percent',
  referral_rate_3: 'Referral share of level 3, percent',
  referral_first_1: 'First-purchase share of level 1, percent',
  referral_first_2: 'First-purchase share of level 2, percent',
  referral_first_3: 'First-purchase share of level 3, percent',
  referral_needs_kyc: 'Referral income needs proof of identity',
  referral_month_max: 'Largest referral income of a month',
  copy_fee_max: 'Largest performance fee of a lead, percent',
  copy_gross_max: 'Most that a copy pool has open, multiple of its equity',
  lead_min_days: 'Days of record to be copied',
  lead_min_trades: 'Closed positions to be copied',
  lead_min_equity: 'Smallest equity of a lead',
  lead_capacity_multiple: 'Most that copies a lead, multiple of the equity',
  marketing_daily_max: 'Largest rewards of a day',
  novice_task: 'Newbie tasks',
  cash_min: 'Smallest withdrawal to a bank',
  cash_min_digital: 'Smallest withdrawal to a digital wallet',
  cash_max: 'Largest withdrawal',
  cash_cap_without_product: 'Daily withdrawal without a running product',
  withdraw_second_approval_above: 'Withdrawals with two managers above',
  loan_second_approval_above: 'Loans with two managers above',
  fund_second_approval_above: 'Capital movements with two managers above',
  experience_second_approval_above: 'Trial funds with two managers above',
}

/** Groups of settings, in the order of the console. */
export const settingGroups = {
  trading: 'Contracts',
  options: 'Options',
  money: 'Deposits and withdrawals',
  invest: 'Investment and copy trading',
  loans: 'Loans',
  growth: 'Referral and rewards',
  approvals: 'Two managers',
  site: 'Site and customers',
} as const

export type SettingGroup = keyof typeof settingGroups

/** Beginnings of keys by group. */
const beginnings: Readonly<Record<Exclude<SettingGroup, 'approvals' | 'site'>, readonly string[]>> = {
  trading: ['contract_', 'max_', 'entry_', 'terms_', 'ai_'],
  options: ['order_', 'option_'],
  money: ['userpay_', 'usdt_', 'cash_'],
  invest: ['invest_', 'copy_', 'lead_'],
  loans: ['loan_'],
  growth: ['referral_', 'marketing_', 'novice_', 'bonus_', 'reg_'],
}

/**
 * Group of a setting; a key unknown to this version belongs to the site.
 *
 * @example settingGroupOf('loan_second_approval_above') // 'approvals'
 */
export const settingGroupOf = (key: string): SettingGroup => {
  if (key.endsWith('_second_approval_above')) return 'approvals'
  const found = Object.entries(beginnings).find(([, starts]) => starts.some((start) => key.startsWith(start)))
  return (found?.[0] as SettingGroup | undefined) ?? 'site'
}

const words = new Map<string, string>(Object.entries(settingWords))

/**
 * Label of a setting. A key unknown to this version is split into words.
 *
 * @example settingText('reg_push') // 'Pop-up with the first-deposit bonus'
 */
export const settingText = (key: string): string => words.get(key) ?? worded(key)
