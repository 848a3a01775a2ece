import type { SettingKey } from '@glasshouse/core/content/settings'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { announcePayoutCeiling } from './announce.ts'
import type { Markets } from './markets.ts'

/**
 * What a changed setting means for the terms of markets, in the transaction that changes it: a lower ceiling of payouts
 * is announced for every market that pays more. Returns what the running markets follow after the commit.
 */
export const createSettingTerms =
  ({ clock, markets }: Pick<Platform, 'clock'> & { readonly markets: Pick<Markets, 'followTerms'> }) =>
  async (tx: Tx, key: SettingKey, value: string): Promise<() => void> => {
    if (key !== 'option_payout_max') return () => {}
    const listed = await announcePayoutCeiling(tx, clock, Number.parseInt(value, 10))
    return () => markets.followTerms(listed)
  }
