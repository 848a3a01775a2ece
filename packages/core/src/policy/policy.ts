/**
 * The policy file: what is offered in each region. It is reviewed as a whole and versioned by the date it came into
 * force; any change of a line changes the version (`docs/decisions/0007-policy-by-country.md`).
 *
 * Independent of this file, viewing, exporting, cancelling, closing, complaining and withdrawing are available
 * everywhere.
 */
export const policyVersion = '2026-11-23'

export const regions = ['eea', 'uk', 'us', 'other'] as const
export type Region = (typeof regions)[number]

/** Products and limits for the customers of a region. */
export type Policy = {
  readonly region: Region
  /** Maximum leverage of a contract; null where contracts are not offered. */
  readonly leverageCap: number | null
  /** Margin level in percent at which positions are liquidated. */
  readonly liquidationMarginLevelPercent: number
  /** Shortest option offered, in seconds; null where options are not offered. */
  readonly shortestOptionSeconds: number | null
  /** Products that promise interest. */
  readonly yieldProducts: boolean
  readonly copyTrading: boolean
  /** Loans against running products. */
  readonly loans: boolean
  /** Applications for new coins. */
  readonly subscriptions: boolean
  /** Deposit bonuses, rewards and campaigns. */
  readonly bonuses: boolean
  readonly referralPay: boolean
  /** Delay between passing the first risk check and the first risky order, in hours. */
  readonly coolingOffHours: number
}

export const policies: Readonly<Record<Region, Policy>> = {
  // All shipped options end within minutes, so there is none to offer where short ones are not allowed.
  eea: {
    region: 'eea',
    leverageCap: 2,
    liquidationMarginLevelPercent: 50,
    shortestOptionSeconds: null,
    yieldProducts: true,
    copyTrading: true,
    loans: false,
    subscriptions: false,
    bonuses: false,
    referralPay: false,
    coolingOffHours: 24,
  },
  // Copied traders trade contracts: where contracts are off, copying is off.
  uk: {
    region: 'uk',
    leverageCap: null,
    liquidationMarginLevelPercent: 50,
    shortestOptionSeconds: null,
    yieldProducts: true,
    copyTrading: false,
    loans: false,
    subscriptions: false,
    bonuses: false,
    referralPay: false,
    coolingOffHours: 24,
  },
  us: {
    region: 'us',
    leverageCap: null,
    liquidationMarginLevelPercent: 50,
    shortestOptionSeconds: null,
    yieldProducts: true,
    copyTrading: false,
    loans: false,
    subscriptions: false,
    bonuses: false,
    referralPay: false,
    coolingOffHours: 24,
  },
  // Values of the product specification.
  other: {
    region: 'other',
    leverageCap: 100,
    liquidationMarginLevelPercent: 50,
    shortestOptionSeconds: 1,
    yieldProducts: true,
    copyTrading: true,
    loans: true,
    subscriptions: true,
    bonuses: true,
    referralPay: true,
    coolingOffHours: 0,
  },
}

/** Countries (ISO 3166-1 alpha-2) of each region; a country that is not listed belongs to `other`. */
export const countriesOf: Readonly<Record<Exclude<Region, 'other'>, readonly string[]>> = {
  // The 27 members of the Union with Åland and the outermost regions, and Iceland, Liechtenstein, Norway with Svalbard.
  eea: (
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE ' +
    'AX GF GP MQ RE YT MF IS LI NO SJ'
  ).split(' '),
  // Includes the islands that share the dialling code: their phones cannot be told apart reliably.
  uk: 'GB GG IM JE'.split(' '),
  us: 'US PR GU VI AS MP UM'.split(' '),
}
