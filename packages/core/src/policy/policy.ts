/**
 * The policy file: what is offered where. Reviewed as a whole and versioned by the day it came into force;
 * whoever changes a line changes the version, and `docs/decisions/0007-policy-by-country.md` says why.
 *
 * Whatever stands here, viewing, exporting, cancelling, closing, complaining and withdrawing are on everywhere.
 */
export const policyVersion = '2026-11-21'

export const regions = ['eea', 'uk', 'us', 'other'] as const
export type Region = (typeof regions)[number]

/** What customers of a region are offered. */
export type Policy = {
  readonly region: Region
  /** The highest leverage of a contract; null where contracts are not offered. */
  readonly leverageCap: number | null
  /** The risk rate at which positions are closed out, in percent. */
  readonly closeOutPercent: number
  /** The shortest option offered, in seconds; null where options are not offered. */
  readonly shortestOptionSeconds: number | null
  /** Products that promise interest. */
  readonly yieldProducts: boolean
  readonly copyTrading: boolean
  /** Deposit bonuses, rewards and campaigns. */
  readonly bonuses: boolean
  readonly referralPay: boolean
  /** How long after passing the first risk check the first risky product may be bought, in hours. */
  readonly coolingOffHours: number
}

export const policies: Readonly<Record<Region, Policy>> = {
  // Every option the product ships ends within minutes, so there is none to offer where short ones are not.
  eea: {
    region: 'eea',
    leverageCap: 2,
    closeOutPercent: 50,
    shortestOptionSeconds: null,
    yieldProducts: true,
    copyTrading: true,
    bonuses: false,
    referralPay: false,
    coolingOffHours: 24,
  },
  // Copied traders trade contracts: where contracts are off, copying is off.
  uk: {
    region: 'uk',
    leverageCap: null,
    closeOutPercent: 50,
    shortestOptionSeconds: null,
    yieldProducts: true,
    copyTrading: false,
    bonuses: false,
    referralPay: false,
    coolingOffHours: 24,
  },
  us: {
    region: 'us',
    leverageCap: null,
    closeOutPercent: 50,
    shortestOptionSeconds: null,
    yieldProducts: true,
    copyTrading: false,
    bonuses: false,
    referralPay: false,
    coolingOffHours: 24,
  },
  // The seed documents' own values.
  other: {
    region: 'other',
    leverageCap: 100,
    closeOutPercent: 50,
    shortestOptionSeconds: 1,
    yieldProducts: true,
    copyTrading: true,
    bonuses: true,
    referralPay: true,
    coolingOffHours: 0,
  },
}

/** Countries (ISO 3166-1 alpha-2) of each region; a country that is named nowhere is of `other`. */
export const countriesOf: Readonly<Record<Exclude<Region, 'other'>, readonly string[]>> = {
  // The 27 of the Union with Åland and the outermost regions, and Iceland, Liechtenstein, Norway with Svalbard.
  eea: (
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE ' +
    'AX GF GP MQ RE YT MF IS LI NO SJ'
  ).split(' '),
  // With the islands that share its dialling code: their phones cannot be told apart reliably.
  uk: 'GB GG IM JE'.split(' '),
  us: 'US PR GU VI AS MP UM'.split(' '),
}
