import type { Activation } from '@glasshouse/core/ai/rules'
import type { AccountPauseReason } from '@glasshouse/core/identity/rules'
import type { UserInfo } from '@glasshouse/core/identity/wire'
import type { Language } from '@glasshouse/core/wire/languages'
import { activationOf } from '../../customers/records/index.ts'
import { findLetterWord } from '../../notifications/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { selectProfile } from '../store/customers.ts'

type Amounts =
  | 'wallet'
  | 'contractwallet'
  | 'secondcontractwallet'
  | 'coinwallet'
  | 'bonus'
  | 'experiencefund'
  | 'held'
  | 'pauseuntil'
  | 'lock'

/** Everything of `getuserinfo` that is neither money nor changes with time alone, and the language for messages. */
export type Profile = {
  readonly info: Omit<UserInfo, Amounts | 'activecodestatus'>
  readonly activation: Activation
  /** The newest pause of sending and digital withdrawals, over or not. */
  readonly pause: { readonly pauseUntilMs: number | null; readonly pauseReason: AccountPauseReason | null }
  readonly lang: Language
}

/** The profile of a customer who exists. */
export const getProfile = async (db: Db, uid: number): Promise<Profile> => {
  const found = await selectProfile(db, uid)
  if (found === undefined) throw new Error(`there is no customer ${uid}`)
  return {
    lang: found.lang,
    activation: activationOf(found),
    pause: { pauseUntilMs: found.pause_until_ms, pauseReason: found.pause_reason },
    info: {
      uid: found.uid,
      username: found.username,
      email: found.email ?? '',
      utel: found.phone ?? '',
      emailproven: found.email_proven_ms === null ? 0 : 1,
      phoneproven: found.phone_proven_ms === null ? 0 : 1,
      userphoto: found.avatar,
      activecode: found.activation_code,
      creditscore: found.credit_score,
      withdrawpsd: found.has_withdraw_password ? 1 : 0,
      letterword: (await findLetterWord(db, uid)) ?? '',
      twostep: found.has_two_step ? 1 : 0,
      recoverycodes: found.recovery_codes,
      kycswitch: found.kyc_switch,
      transferswitch: found.transfer_switch,
      experience: found.experience,
      ib: found.ib,
    },
  }
}
