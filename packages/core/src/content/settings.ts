import { amountScale, formatUsdt, parseDecimal, type Usdt, usdt } from '../money/units.ts'

/** Type and safe range of a setting. */
export type SettingKind =
  | { readonly kind: 'whole'; readonly min: number; readonly max: number }
  | { readonly kind: 'amount'; readonly min: bigint; readonly max: bigint }
  | { readonly kind: 'text'; readonly longest: number; readonly pattern?: RegExp }

export type SettingSpec = SettingKind & {
  /** Default value in wire form. */
  readonly fallback: string
  /** Public: returned by `getKeys`. */
  readonly isPublic: boolean
  /** Loosening the setting weakens a control among staff, so a change requires a second manager to request the same. */
  readonly needsTwo?: true
  /** One plain sentence for the editor. */
  readonly meaning: string
}

const spec = <const S extends SettingSpec>(of: S): S => of

/** A public whole number. */
const count = <const F extends string>(min: number, max: number, fallback: F, meaning: string) =>
  spec({ kind: 'whole', min, max, fallback, isPublic: true, meaning })

/** A public USDT amount; the range is in whole USDT. */
const amount = <const F extends string>(min: string, max: string, fallback: F, meaning: string) =>
  spec({ kind: 'amount', min: usdt(min), max: usdt(max), fallback, isPublic: true, meaning })

/** A text that is served by itself and not listed with the public settings. */
const servedText = (longest: number, pattern: RegExp, meaning: string) =>
  spec({ kind: 'text', longest, pattern, fallback: '', isPublic: false, meaning })

/** A cap of the size of contracts: in live mode none is above a tenth of the depth of the book, whatever is set. */
const sizeCap = <const F extends string>(min: string, max: string, fallback: F, meaning: string) =>
  spec({ ...amount(min, max, fallback, meaning), needsTwo: true })

/** A share of interest in percent: at most what it is now, and a raise needs two managers. */
const referralRate = (max: number, meaning: string) =>
  spec({ ...count(0, max, String(max), meaning), needsTwo: true })

/** An amount of USDT above which a second manager must agree. */
const secondAbove = (what: string) =>
  spec({
    kind: 'amount',
    min: usdt('0'),
    max: usdt('100000'),
    fallback: '5000',
    isPublic: false,
    needsTwo: true,
    meaning: `USDT above which ${what} needs a second manager`,
  })

/**
 * All settings that staff can change at runtime. No setting may hold a price, an outcome or a balance. Each has the
 * range in which it is safe.
 */
export const settingSpecs = {
  risk_gate: count(0, 1, '0', '1: the first order of a product needs its risk check; in live mode always 1'),

  wp_btc_halve_time: count(
    0,
    4_102_444_800_000,
    '1839571200000',
    'The instant (epoch milliseconds) to which the home page counts down for the next halving of Bitcoin, an estimate; 0 hides the countdown',
  ),
  upload_daily: count(1, 1000, '100', 'The most pictures a customer may hand in within 24 hours'),
  upload_total: count(1, 100_000, '1000', 'The most pictures of a customer that are kept'),
  liability_parts: count(
    2,
    8,
    '4',
    "Leaves into which each customer's balance is split in the tree of a liabilities report",
  ),
  reg_push: count(0, 1, '1', '1: pages offer the bonus of the first deposit in a pop-up'),

  order_min_price: amount('1', '1000', '10', 'The smallest stake of an option in USDT'),
  order_max_price: amount('10', '100000', '10000', 'The largest stake of an option in USDT'),
  order_inter_price: amount('0.01', '1000', '10', 'The step of an option’s stake in USDT'),
  option_payout_max: {
    ...count(
      1,
      95,
      '85',
      'The largest payout of an option in percent of its stake; markets that pay more are announced to pay this',
    ),
    needsTwo: true,
  },
  terms_notice_minutes: {
    ...count(
      1,
      10_080,
      '10',
      'Minutes between the announcement of a change of lot, leverages, fee, expiries or payouts and its effect',
    ),
    needsTwo: true,
  },

  entry_window_ms: {
    ...count(
      0,
      1000,
      '0',
      'Milliseconds in which an order at the market waits for the next tick to fill at the worse of both; 0 fills at the tick in force. In live mode 250 until it is changed',
    ),
    needsTwo: true,
  },
  contract_order_max: count(1, 1000, '200', 'Contract orders of a wallet that may be open or wait at a time'),
  max_order_notional: sizeCap(
    '1000',
    '10000000',
    '1000000',
    'The largest contract order in USDT of notional, on each market',
  ),
  max_position_notional: sizeCap(
    '1000',
    '50000000',
    '5000000',
    'The most a customer has open and resting on one market in USDT of notional',
  ),
  max_open_interest: sizeCap(
    '1000',
    '500000000',
    '50000000',
    'The most that is open on one side of a market in USDT of notional',
  ),

  userpay_min: amount('1', '10000', '10', 'The smallest deposit in USDT'),
  userpay_max: amount('100', '1000000', '50000', 'The largest deposit in USDT'),
  usdt_exchange_rate: {
    ...amount(
      '0.9',
      '1.1',
      '1',
      'US dollars for one USDT at which deposits of an online channel are invoiced and shown; fixed for an invoice when it is made',
    ),
    needsTwo: true,
  },
  bonus_max: amount('0', '1000', '500', 'The largest bonus of a first deposit in USDT; 0 offers none'),

  ai_daily_max: count(
    0,
    10,
    '2',
    'Runs of AI ordering that a customer may start in a day; stopped ones count',
  ),
  ai_life_hours: count(1, 72, '24', 'Hours after which a run of AI ordering ends'),

  invest_order_max: count(1, 50, '10', 'Investment orders of a customer that are in processing at a time'),
  invest_apr_max: {
    ...count(0, 1000, '36', 'The largest simple yearly rate (365 days) of a product’s cycle in percent'),
    needsTwo: true,
  },

  referral_rate_1: referralRate(30, 'What an inviter earns of the interest of a direct client in percent'),
  referral_rate_2: referralRate(
    10,
    'What an inviter earns of the interest of a client on level 2 in percent',
  ),
  referral_rate_3: referralRate(5, 'What an inviter earns of the interest of a client on level 3 in percent'),
  referral_first_1: referralRate(
    10,
    'What an inviter earns once of the promised interest of a direct client’s first order in percent',
  ),
  referral_first_2: referralRate(6, 'The same for a client on level 2 in percent'),
  referral_first_3: referralRate(4, 'The same for a client on level 3 in percent'),
  referral_needs_kyc: count(
    0,
    1,
    '0',
    '1: referral income needs the approved identity of inviter and client; in live mode always 1',
  ),
  referral_month_max: amount('0', '100000', '1000', 'The most one inviter earns in a month in USDT'),
  copy_fee_max: {
    ...count(0, 30, '30', 'The largest performance fee of a lead in percent of new profit'),
    needsTwo: true,
  },
  copy_gross_max: {
    ...count(
      1,
      20,
      '5',
      'The most a copy pool has open, long and short added up, as a multiple of its equity',
    ),
    needsTwo: true,
  },
  lead_min_days: count(7, 365, '30', 'Days of record that a customer needs to be copied'),
  lead_min_trades: count(5, 1000, '20', 'Closed positions that a customer needs to be copied'),
  lead_min_equity: amount('100', '100000', '1000', 'The equity in USDT below which a lead is not copied'),
  lead_capacity_multiple: {
    ...count(1, 100, '20', 'The most that copies a lead, as a multiple of the lead’s own equity'),
    needsTwo: true,
  },
  community_daily_speeches: count(0, 100, '10', 'Speeches that a customer may post in a day'),
  community_daily_comments: count(
    0,
    1000,
    '100',
    'Comments and replies together that a customer may post in a day',
  ),

  marketing_daily_max: amount(
    '0',
    '100000',
    '1000',
    'The most that sign-ins, totals and tasks pay in a day, all together, in USDT',
  ),
  novice_task: count(0, 1, '1', '1: the newbie tasks are offered'),

  cash_min: amount('1', '1000', '50', 'The smallest withdrawal to a bank in USDT'),
  cash_min_digital: amount('1', '1000', '20', 'The smallest withdrawal to a digital wallet in USDT'),
  cash_max: amount('1000', '1000000', '50000', 'The largest withdrawal in USDT'),
  cash_cap_without_product: amount(
    '1000',
    '1000000',
    '10000',
    'The most a customer without a running product withdraws in a day in USDT',
  ),
  withdraw_second_approval_above: secondAbove('approving a withdrawal'),
  loan_second_approval_above: secondAbove('granting a loan'),
  fund_second_approval_above: secondAbove('moving operator capital in or out of a reserve'),
  experience_second_approval_above: secondAbove('granting a customer trial funds within a day'),

  loan_min: amount('10', '10000', '100', 'The smallest loan in USDT'),
  loan_days: spec({
    kind: 'text',
    longest: 60,
    pattern:
      /^(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])(?:,(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])){0,9}$/,
    fallback: '7,14,30',
    isPublic: true,
    meaning: 'Days for which loans are given, a comma list of 1 to 365',
  }),
  loan_rate_ppm: {
    ...count(
      0,
      2000,
      '500',
      'Interest of a loan a day in parts per million, for loans asked for from now on',
    ),
    needsTwo: true,
  },
  loan_ltv: count(0, 50, '50', 'The largest loan in percent of the value of its security'),
  loan_call: count(51, 79, '65', 'The loan to value in percent at which a customer is warned'),
  loan_liquidation: count(
    80,
    90,
    '80',
    'The loan to value in percent at which orders are redeemed to pay a loan, for loans asked for from now on',
  ),
  loan_grace_hours: count(
    24,
    168,
    '72',
    'Hours after the due day before orders are redeemed to pay a loan, for loans asked for from now on',
  ),
  loan_needs_kyc: count(0, 1, '0', '1: a loan needs an approved identity; in live mode always 1'),

  kyc_hash_years: count(
    0,
    10,
    '5',
    'Years for which the keyed hash of a checked identity is kept after its account was closed; 0 keeps none',
  ),

  security_contact: servedText(
    200,
    /^(?:(?:mailto:[^\s@<>,]+@[^\s@<>,]+|https:\/\/[^\s<>,]+|tel:\+[\d-]+))?$/,
    'Where vulnerabilities are reported, as mailto:, https: or tel:, in /.well-known/security.txt; empty: no such file',
  ),
  security_expires: spec({
    ...count(
      0,
      4_102_444_800_000,
      '0',
      'The instant (epoch milliseconds, at most a year ahead is usual) until which that contact is good; later there is no such file',
    ),
    isPublic: false,
  }),
  security_policy: servedText(
    2000,
    /^[^\0]*$/,
    'How vulnerabilities are reported and handled, shown at /security-policy; empty: no such page',
  ),
} as const satisfies Readonly<Record<string, SettingSpec>>

/** Pairs of settings whose first value must not exceed the second. */
export const orderedSettings: readonly (readonly [AmountKey, AmountKey])[] = [
  ['order_min_price', 'order_max_price'],
  ['userpay_min', 'userpay_max'],
  ['cash_min', 'cash_max'],
  ['cash_min_digital', 'cash_max'],
]

export type SettingKey = keyof typeof settingSpecs
export const settingKeys = Object.keys(settingSpecs) as readonly SettingKey[]

/** Keys of the settings that hold a USDT amount. */
export type AmountKey = {
  [K in SettingKey]: (typeof settingSpecs)[K] extends { kind: 'amount' } ? K : never
}[SettingKey]

/**
 * Specification of a setting in a mode. In live mode the risk check and
 * the identity check of loans cannot be switched off: their range is one value; fair
 * entry is on unless it is switched off.
 *
 * @example settingSpecIn('live', 'risk_gate').fallback // '1'
 */
export const settingSpecIn = (mode: 'practice' | 'live', key: SettingKey): SettingSpec =>
  mode === 'live' && (key === 'risk_gate' || key === 'referral_needs_kyc' || key === 'loan_needs_kyc')
    ? { ...settingSpecs[key], min: 1, fallback: '1' }
    : mode === 'live' && key === 'entry_window_ms'
      ? { ...settingSpecs.entry_window_ms, fallback: '250' }
      : settingSpecs[key]

/** Key of a setting by its exact name; null if unknown. */
export const settingKeyOf = (text: string): SettingKey | null =>
  settingKeys.find((key) => key === text) ?? null

type ValueOf<S extends SettingKind> = S extends { kind: 'whole' }
  ? number
  : S extends { kind: 'amount' }
    ? Usdt
    : string
export type SettingValue<K extends SettingKey> = ValueOf<(typeof settingSpecs)[K]>

/**
 * Parses the value of a setting. Returns null if it is malformed or outside its range.
 *
 * @example readSetting({ kind: 'whole', min: 0, max: 1 }, '2') // null
 * @example readSetting({ kind: 'amount', min: 0n, max: 100_000_000n }, '0.5') // 50000000n
 */
export const readSetting = (of: SettingKind, text: string): number | bigint | string | null => {
  if (of.kind === 'whole') {
    const value = /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number.parseInt(text, 10) : null
    return value !== null && value >= of.min && value <= of.max ? value : null
  }
  if (of.kind === 'amount') {
    const value = parseDecimal(text, amountScale)
    return value !== null && value >= of.min && value <= of.max ? value : null
  }
  return text.length <= of.longest && (of.pattern?.test(text) ?? true) ? text : null
}

/** Range of a setting in the form used in error data. */
export const rangeOf = (of: SettingKind): { readonly min: string; readonly max: string } => {
  if (of.kind === 'amount') return { min: formatUsdt(of.min), max: formatUsdt(of.max) }
  if (of.kind === 'whole') return { min: String(of.min), max: String(of.max) }
  return { min: '0', max: String(of.longest) }
}

/**
 * Range of a setting while the others keep their values: its own range, narrowed by the settings that bound it.
 *
 * @example rangeGiven('order_min_price', () => 500_00000000n) // { kind: 'amount', min: 1 USDT, max: 500 USDT }
 */
export const rangeGiven = (key: SettingKey, amountOf: (key: AmountKey) => bigint): SettingKind => {
  const ownRange: SettingKind = settingSpecs[key]
  if (ownRange.kind !== 'amount') return ownRange
  let { min, max } = ownRange
  for (const [smaller, larger] of orderedSettings) {
    if (key === smaller && amountOf(larger) < max) max = amountOf(larger)
    if (key === larger && amountOf(smaller) > min) min = amountOf(smaller)
  }
  return { kind: 'amount', min, max }
}
