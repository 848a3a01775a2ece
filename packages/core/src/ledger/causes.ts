import type { Language } from '../wire/languages.ts'
import en from './causeNames/en.json' with { type: 'json' }
import es from './causeNames/es.json' with { type: 'json' }
import ja from './causeNames/ja.json' with { type: 'json' }
import kr from './causeNames/kr.json' with { type: 'json' }
import pt from './causeNames/pt.json' with { type: 'json' }
import ru from './causeNames/ru.json' with { type: 'json' }
import th from './causeNames/th.json' with { type: 'json' }
import zhCn from './causeNames/zh_CN.json' with { type: 'json' }
import zhTw from './causeNames/zh_TW.json' with { type: 'json' }

/** Kinds of causes of ledger transactions. The kinds are stored in tables and are never renamed. */
export const causeKinds = [
  'contractPlaced',
  'contractAmended',
  'contractOpened',
  'contractClosed',
  'contractRevoked',
  'optionPlaced',
  'optionSettled',
  'deposit',
  'depositBonus',
  'withdrawal',
  'walletTransfer',
  'internalTransfer',
  'coinSold',
  'experienceGrant',
  'fund',
  'investBought',
  'investAccrued',
  'investEnded',
  'investRedeemed',
  'referralFunded',
  'referralPaid',
  'referralFirstPaid',
  'referralReturned',
  'signInReward',
  'signInTotal',
  'taskReward',
  'copyAsked',
  'copyRefunded',
  'copyEntered',
  'copyFee',
  'copyLeft',
  'copyRounding',
  'investReleased',
  'loanPaidOut',
  'loanRepaid',
  'loanSeized',
  'loanShortfall',
  'subscriptionPaid',
  'customerLeft',
  'houseLevelled',
  'practiceSample',
] as const
export type CauseKind = (typeof causeKinds)[number]

/** Cause of transactions posted only by tests, benchmarks and simulations; it has no name of its own. */
export type TrialCause = 'test' | 'bench' | 'simulation'

/** Names in one language; `unnamed` is for a row written by another version. */
type CauseNames = Readonly<Record<CauseKind | 'unnamed', string>>

/** Names of the causes by language; the type rejects an incomplete language. */
export const causeNames: Readonly<Record<Language, CauseNames>> = {
  en,
  es,
  ja,
  kr,
  pt,
  ru,
  th,
  zh_CN: zhCn,
  zh_TW: zhTw,
}

const causeKindOf = (kind: string): CauseKind | 'unnamed' =>
  causeKinds.find((causeKind) => causeKind === kind) ?? 'unnamed'

/**
 * Name of a cause in a language, with its id where the id has a meaning.
 *
 * @param kind the stored kind; an unknown one gets a general name
 * @example causeName('contractOpened', 8, 'en') // 'order 8'
 * @example causeName('practiceSample', 9, 'en') // 'practice sample'
 */
export const causeName = (kind: string, id: number, lang: Language): string =>
  causeNames[lang][causeKindOf(kind)].replace('{id}', () => String(id))
